import { ButtonLink } from '#ui/form/button.tsx';
import { Scene } from '#ui/frame/scene.tsx';
import { Dialog, DialogActions, DialogButton } from '#ui/notice/dialog.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Note } from '#ui/notice/note.tsx';
import { ProblemNote } from '#ui/notice/problem-note.tsx';
import { type Examples, problemWords } from './say.ts';

export const noticeExamples: Examples = {
  note: (say) =>
    (['brand', 'plain', 'ok', 'warn', 'bad'] as const).map((tone) => (
      <Note key={tone} tone={tone} isAlert={tone === 'bad'}>
        {say('Pague solo con los datos de esta página.', 'Pay only with what this page shows.')}
      </Note>
    )),
  'problem note': (say) => (
    <ProblemNote problem={{ kind: 'network', message: '' }} text={problemWords(say)} />
  ),
  dialog: (say) => (
    <>
      <DialogButton dialogId="example">{say('Aplazar', 'Postpone')}</DialogButton>
      <Dialog
        id="example"
        title={say('Puede aplazar 7 días', 'You can postpone by 7 days')}
        closeLabel={say('Cerrar', 'Close')}
      >
        <p>{say('Aplazar le cuesta más.', 'Postponing costs you more.')}</p>
        <DialogActions>
          <DialogButton dialogId="example" command="close" kind="quiet">
            {say('Ahora no', 'Not now')}
          </DialogButton>
        </DialogActions>
      </Dialog>
    </>
  ),
  'empty state': (say) => (
    <EmptyState
      scene={<Scene name="horizon" />}
      heading={say('Todavía no tiene quejas', 'You have no complaints yet')}
      line={say(
        'Cuando envíe una, aquí verá la respuesta.',
        'When you send one, you will see the answer here.',
      )}
    >
      <ButtonLink href="/complaint" kind="second">
        {say('Enviar una queja', 'Send a complaint')}
      </ButtonLink>
    </EmptyState>
  ),
};
