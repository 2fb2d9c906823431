import { phoneChangeText } from '#content/messages/phone-change.ts';
import { objectionPath } from '#domain/site/objection-path.ts';
import { Button } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/notice/empty-state.tsx';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';

/** Where a borrower's old number objects to its change, by the link of its text message. */
export const numberChange = screen<
  { readonly text: (typeof phoneChangeText)['es' | 'en'] },
  { readonly isHeld: boolean }
>({
  path: () => objectionPath,
  load({ language, objections }) {
    if (!objections) throw Refusal.coded('not-found');
    return { text: phoneChangeText[language] };
  },
  async submit(open) {
    const isHeld = (await open.objections?.object(open.parameter('key'))) ?? false;
    return open.again({ isHeld }, isHeld ? 200 : 404);
  },
  title: ({ text }) => text.title,
  page: ({ text, answer }) => (
    <main>
      <EmptyState
        headingAs="h1"
        heading={text.title}
        line={answer ? (answer.isHeld ? text.held : text.over) : text.line}
      >
        {!answer && (
          <form method="post">
            <Button>{text.object}</Button>
          </form>
        )}
      </EmptyState>
    </main>
  ),
});
