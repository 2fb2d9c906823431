import type { ReactNode } from 'react';
import {
  deskSettlementFaultText,
  deskSettlementSourceText,
  deskSettlementText,
} from '#content/messages/desk-settlement.ts';
import { fill } from '#content/text-pack.ts';
import { listSettlementFiles, readSettlementFile } from '#contract/host/settlement.ts';
import { CodedError } from '#domain/error-code.ts';
import { settlementFileMaxBytes, settlementSources } from '#domain/settlement/settlement.ts';
import type { ReadForm } from '#pages/dependencies.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDeskText } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, settlementPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FormPart, Pairs } from '../ui/fields.tsx';
import { PageHead } from '../ui/page-head.tsx';

type Fault = keyof (typeof deskSettlementFaultText)['es'];

interface Answer {
  readonly source: string;
  readonly fault: Fault;
  readonly lineNumber: string;
}

export const settlementFiles = deskList({
  path: deskPaths.settlements,
  filters: {},
  read: ({ page, read }) => read(listSettlementFiles, page),
  rows: (page) => page.files,
  keyOf: ({ fileId }) => fileId,
  caption: ({ language }) => deskSettlementText[language].title,
  columns(desk) {
    const text = deskSettlementText[desk.language];
    return [
      [text.file, ({ fileId, name }) => <a href={settlementPath(fileId)}>{name}</a>, 'wide'],
      [text.from, ({ source }) => deskSettlementSourceText[desk.language][source], 'wide'],
      [
        text.days,
        ({ fromDay, throughDay }) => (fromDay === throughDay ? fromDay : `${fromDay} – ${throughDay}`),
        'fit num',
      ],
      [text.lines, ({ lineCount }) => lineCount, 'figure right labelled'],
      [text.open, ({ openCount }) => openCount, 'figure strong labelled'],
      [text.closed, ({ closedCount }) => closedCount, 'figure right labelled'],
      [text.read, ({ readAt }) => desk.zonedTime(readAt), 'fit sub right labelled'],
    ];
  },
  file: {
    name: 'settlements.csv',
    needs: 'see-money',
    columns: [
      'fileId',
      'source',
      'name',
      'digest',
      'currency',
      'fromDay',
      'throughDay',
      'lineCount',
      'openCount',
      'closedCount',
      'readAt',
      'readBy',
    ],
  },
});

type SettlementFilesPage = Awaited<ReturnType<typeof settlementFiles.load>>;

export const settlementList = deskScreen<SettlementFilesPage, Answer>({
  path: deskPaths.settlements,
  needs: 'see-money',
  takesFiles: true,
  load: (desk) => settlementFiles.load(desk),
  submit: readUploaded,
  title: ({ desk }) => deskSettlementText[desk.language].title,
  page({ desk, answer, ...page }) {
    const text = deskSettlementText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {desk.may('match-payment') && <ReadFile answer={answer} />}
        <settlementFiles.Rows page={page} around={(table) => <div className="g4">{table}</div>} />
      </>
    );
  },
});

/** Reads an uploaded file and opens its page, or shows the form again with the fault. */
async function readUploaded(
  desk: OpenDesk,
  form: FormData,
  files: ReadForm['files'],
): Promise<Response | Again<Answer>> {
  const source = settlementSources.find((each) => each === fieldOf(form, 'source'));
  const refused = (fault: Fault, lineNumber = '') =>
    desk.again<Answer>({ source: source ?? '', fault, lineNumber }, 422);
  const [uploaded] = files;
  if (!source || !uploaded) return refused('none');
  const { file, fileName } = uploaded;
  if (file === 'service-unavailable') throw new CodedError(file);
  if (file === 'image-too-large' || file.size > settlementFileMaxBytes) return refused('too-large');
  if (file.size === 0) return refused('none');
  const text = await file.text();
  const called =
    fileName
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200) || 'settlement';
  const step = { messageId: fieldOf(form, 'step'), subject: 'settlement-file' };
  try {
    const { file: kept } = await desk.change(readSettlementFile, { source, name: called, text }, step);
    return desk.goTo(settlementPath(kept.fileId));
  } catch (error) {
    const [place, fault = '', lineNumber] = error instanceof CodedError ? (error.field ?? '').split(':') : [];
    const faults = deskSettlementFaultText[desk.language];
    if (place !== 'text') throw error;
    return refused(fault in faults ? (fault as Fault) : 'unreadable', lineNumber);
  }
}

function ReadFile({ answer }: { readonly answer: Answer | undefined }): ReactNode {
  const { desk, text } = useDeskText(deskSettlementText);
  return (
    <FormPart action={deskPaths.settlements} encType="multipart/form-data">
      <h2>{text.readFile}</h2>
      <input type="hidden" name="step" value={desk.newId()} />
      {answer && (
        <Note tone="bad" isAlert>
          {fill(deskSettlementFaultText[desk.language][answer.fault], { line: answer.lineNumber })}
        </Note>
      )}
      <Pairs>
        <SelectField
          id="source"
          label={text.from}
          chosen={answer?.source ?? settlementSources[0]}
          choices={settlementSources.map((source) => [
            source,
            deskSettlementSourceText[desk.language][source],
          ])}
        />
        <Field id="file" name="file" label={text.file} type="file" accept=".csv,.xml,.txt" required />
      </Pairs>
      <p className="hint">{text.readHint}</p>
      <Acts gap={0}>
        <Button kind="second">{text.readButton}</Button>
      </Acts>
    </FormPart>
  );
}
