import type { ReactNode } from 'react';
import { errorCodes } from '#contract/error-codes.ts';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { type DeskAct, mayDo } from '#domain/desk/role.ts';
import { CodedError } from '#domain/error-code.ts';
import { localeOf } from '#domain/language.ts';
import { marketSpeaking } from '#domain/market.ts';
import type { ReadForm } from '#pages/dependencies.ts';
import { cookieValue } from '#pages/lasting-cookie.ts';
import type { Again, OpenScreen } from '#pages/open-screen.ts';
import { Refusal } from '#pages/problem.ts';
import { formOf, type Mountable, screen } from '#pages/screen.tsx';
import { Note } from '#ui/notice/note.tsx';
import { sessionCookieName } from './cookies.ts';
import type { DeskDependencies } from './dependencies.ts';
import { DeskContext, type QueueStatus } from './desk-context.ts';
import { draftAddress, readDraft, redirectToDraft } from './form-draft.ts';
import { type OpenDesk, openDesk } from './open-desk.ts';
import { deskPaths } from './paths.ts';
import { readQueueStatus } from './queue-status.ts';
import { DeskFrame } from './ui/frame.tsx';
import { addressOf } from './ui/pager.tsx';
import { type DeskProblem, ProblemPart, wordsOf } from './ui/problem-part.tsx';

export type DeskPage<Data, Answer> = Data & { readonly desk: OpenDesk; readonly answer: Answer | undefined };

/**
 * A screen of the desk, in the order in which it happens. To add one: write it in `web/desk/<area>/`, name its path in `paths.ts`
 * and list it in `desk-screens.ts`; a page of the rail also in `ui/frame.tsx`. Its texts go to
 * `core/content/messages/desk-<area>.ts`, the calls it makes into the table of `core/contract/doors.ts`.
 */
export interface DeskScreenDefinition<Data extends object, Answer> {
  /** A part `:name` stands for any text; `desk.part('name')` reads it. */
  readonly path: string;
  /** What somebody must be allowed to open it. */
  readonly needs: DeskAct;
  load(desk: OpenDesk): Data | Response | Promise<Data | Response>;
  /** Whether its form brings files, each of at most 8 MB. */
  readonly takesFiles?: true;
  /** Keeps what somebody typed whose session has expired; the form has no other effect. */
  keep?(desk: OpenDesk, form: FormData): Promise<void>;
  submit?(desk: OpenDesk, form: FormData, files: ReadForm['files']): Promise<Response | Again<Answer>>;
  title(page: DeskPage<Data, Answer>): string;
  page(page: DeskPage<Data, Answer>): ReactNode;
}

/** The screen's own page, or the problem shown in its place. */
type Shown<Data> = { readonly desk: OpenDesk; readonly queueStatus: QueueStatus } & (
  | { readonly data: Data; readonly draft: Awaited<ReturnType<typeof readDraft>>; readonly problem?: never }
  | { readonly problem: DeskProblem; readonly data?: never; readonly draft?: never }
);

/** Declares a screen of the desk, for people who are signed in and have the role it needs. */
export function deskScreen<Data extends object, Answer = never>(
  definition: DeskScreenDefinition<Data, Answer>,
): (dependencies: DeskDependencies) => Mountable {
  return (dependencies) => {
    const { path, submit } = definition;
    const refusedSubmits = new WeakMap<Request, DeskProblem>();
    return screen<Shown<Data>, undefined, OpenScreen>({
      path: () => path,
      async load(open) {
        const desk = await enter(open, path, dependencies);
        if (desk instanceof Response) return desk;
        const refused = refusedSubmits.get(open.request);
        if (refused) return problemPage(desk, refused);
        try {
          await desk.require(definition.needs);
          requireFindable(open.request);
          const data = await definition.load(desk);
          if (data instanceof Response) return data;
          const draft = submit ? await readDraft(desk) : null;
          if (draft) desk.status(draft.status);
          return { desk, data, draft, queueStatus: await readQueueStatus(desk) };
        } catch (error) {
          return await problemPage(desk, problemOf(error));
        }
      },
      ...(submit && {
        // Reads nothing of a form before it knows who sends it.
        readForm: async (open) => open,
        async submit(open) {
          const desk = await enter(open, path, dependencies);
          if (desk instanceof Response) {
            await keepTyped(open, definition, dependencies);
            return desk;
          }
          try {
            await desk.require(definition.needs);
            requireFindable(open.request);
            return await redirectToDraft(desk, await readSent(desk, definition.takesFiles ?? false, submit));
          } catch (error) {
            const problem = problemOf(error);
            refusedSubmits.set(open.request, problem);
            return { answer: undefined, status: problem.status };
          }
        },
      }),
      title: ({ desk, data, draft, problem }) => {
        const answer = draft?.answer as Answer | undefined;
        const reason = problem && wordsOf(problem, desk)[0];
        return `${data ? definition.title({ ...data, desk, answer }) : reason} · ${desk.appName}`;
      },
      document: ({ open, desk }) => ({
        locale: localeOf(desk.language, marketSpeaking(desk.language, open.markets)),
      }),
      page: ({ desk, queueStatus, data, draft, problem }) => (
        <DeskContext value={{ desk, queueStatus }}>
          <DeskFrame>
            {draft?.isUnsent && (
              <Note as="div" tone="plain">
                <p>
                  {desk.words.typedBefore} <a href={draftAddress(desk, 'none')}>{desk.words.typeAnew}</a>
                </p>
              </Note>
            )}
            {data && definition.page({ ...data, desk, answer: draft?.answer as Answer | undefined })}
            {problem && <ProblemPart problem={problem} />}
          </DeskFrame>
        </DeskContext>
      ),
    });
  };
}

/** Opens the desk for a signed-in person. Redirects others to the sign-in page, also when roles must be read again. */
async function enter(
  open: OpenScreen,
  path: string,
  dependencies: DeskDependencies,
): Promise<OpenDesk | Response> {
  const token = cookieValue(open.request, sessionCookieName(dependencies));
  const person = token === null ? null : await dependencies.service.people.find(token);
  const to = open.path + new URL(open.request.url).search;
  if (person?.areRolesOld && open.request.method === 'GET' && dependencies.signIn.kind === 'provider')
    return open.showAt(addressOf(deskPaths.signInStart, { to }));
  if (person) return openDesk(open, person, partsOf(path, open.path), dependencies);
  const ended = token === null ? '' : '&ended=1';
  return open.showAt(`${deskPaths.signIn}?to=${encodeURIComponent(to)}${ended}`);
}

/** Keeps what somebody typed whose session has expired, if the screen can keep it. */
async function keepTyped(
  open: OpenScreen,
  { path, needs, keep }: Pick<DeskScreenDefinition<object, unknown>, 'path' | 'needs' | 'keep'>,
  dependencies: DeskDependencies,
): Promise<void> {
  const token = cookieValue(open.request, sessionCookieName(dependencies));
  const person = token && keep ? await dependencies.service.people.findRunOut(token) : null;
  if (!person || !mayDo(person.roles, needs)) return;
  const desk = openDesk(open, person, partsOf(path, open.path), dependencies);
  const sender = { sender: person.personId, fileCount: deskFilesMax };
  await open.formReader.read(open.request, sender, async ({ fields }) => {
    if (!hasNull(fields)) await keep?.(desk, fields);
  });
}

/** Reads a form, with its files if it brings some, and submits it. */
async function readSent<Answer>(
  desk: OpenDesk,
  takesFiles: boolean,
  submit: NonNullable<DeskScreenDefinition<object, Answer>['submit']>,
): Promise<Response | Again<Answer>> {
  const { screen: open, person } = desk;
  const submitRead = async (fields: FormData, files: ReadForm['files']) => {
    if (hasNull(fields)) throw new CodedError('request-invalid');
    return submit(desk, fields, files);
  };
  if (!takesFiles || !isMultipart(open.request)) return submitRead(await formOf(open, deskFormMaxBytes), []);
  const reply = await open.formReader.read(
    open.request,
    { sender: person.personId, fileCount: deskFilesMax },
    ({ fields, files }) => submitRead(fields, files),
  );
  if (typeof reply !== 'string') return reply;
  throw reply === 'busy'
    ? new Refusal({ kind: 'timeout', message: '' }, 503, { waitSeconds: busySeconds })
    : Refusal.coded('request-malformed');
}

const busySeconds = 10;
const deskFormMaxBytes = 256 * 1024;
/** Most files of one form; the form that answers a complaint has the most. */
const deskFilesMax = complaintImagesMax;

function isMultipart({ headers }: Request): boolean {
  return headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

async function problemPage(desk: OpenDesk, problem: DeskProblem) {
  desk.status(problem.status);
  return { desk, problem, queueStatus: await readQueueStatus(desk) };
}

/** PostgreSQL stores no U+0000, so nothing can be found by it. @throws CodedError 'not-found'. */
function requireFindable({ url }: Request): void {
  if (url.includes('%00')) throw new CodedError('not-found');
}

function hasNull(fields: FormData): boolean {
  return [...fields.values()].some((value) => typeof value === 'string' && value.includes('\0'));
}

/** The problem that a refusal is shown as. @throws any other error again, which ends the request as a fault. */
function problemOf(error: unknown): DeskProblem {
  if (error instanceof DeskRefusal) {
    const isOutdated = error.code === 'stale' || error.code === 'decided';
    return isOutdated ? { kind: 'conflict', status: 409 } : { kind: error.code, status: 403 };
  }
  if (!(error instanceof CodedError)) throw error;
  const { status } = errorCodes[error.code];
  const kinds = { 404: 'not-found', 409: 'conflict', 500: 'fault', 503: 'fault', 504: 'fault' } as const;
  return { kind: kinds[status as keyof typeof kinds] ?? 'refused', status, field: error.field };
}

function partsOf(pattern: string, path: string): Record<string, string> {
  const steps = path.split('/');
  const named = pattern.split('/').map((part, index) => [part, steps[index] ?? ''] as const);
  return Object.fromEntries(
    named
      .filter(([part]) => part.startsWith(':'))
      .map(([part, value]) => [part.replace(/^:(\w+).*$/, '$1'), decodedPart(value)]),
  );
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
