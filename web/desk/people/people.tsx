import { deskPeopleText } from '#content/messages/desk-people.ts';
import { fill } from '#content/text-pack.ts';
import type { SignedIn } from '#contract/desk.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

export const people = deskScreen<{ readonly rows: readonly SignedIn[] }, { readonly endedCount: number }>({
  path: deskPaths.people,
  needs: 'end-session',
  load: async ({ service, person }) => ({ rows: await service.people.signedIn(person) }),
  async submit({ service, person, again }, form) {
    const endedCount = await service.people.endSessions(person, fieldOf(form, 'person'));
    return again({ endedCount }, 200);
  },
  title: ({ desk }) => deskPeopleText[desk.language].title,
  page({ desk, rows, answer }) {
    const text = deskPeopleText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
        </PageHead>
        {answer && (
          <Note tone="ok" hasSpaceAbove isStatus>
            {fill(text.ended, { count: answer.endedCount })}
          </Note>
        )}
        <Table
          caption={text.line}
          rows={rows}
          keyOf={({ sessionId }) => sessionId}
          columns={[
            [
              text.name,
              ({ name, personId }) =>
                desk.may('see-audit') ? (
                  <a href={addressOf(deskPaths.audit, { person: personId })}>{name}</a>
                ) : (
                  name
                ),
              'strong',
            ],
            [text.roles, ({ roles }) => roles.map((role) => desk.words[role]).join(', '), 'right'],
            [text.since, ({ signedInAt }) => desk.zonedTime(signedInAt), 'fit num labelled'],
            [text.used, ({ usedAt }) => desk.zonedTime(usedAt), 'fit num right labelled'],
            [
              text.end,
              ({ personId, name }) =>
                personId === desk.person.personId ? (
                  text.you
                ) : (
                  <form method="post" action={deskPaths.people}>
                    <input type="hidden" name="person" value={personId} />
                    <Button kind="second">
                      {text.end}
                      <span className="sr"> {name}</span>
                    </Button>
                  </form>
                ),
              'unheaded wide',
            ],
          ]}
        />
      </>
    );
  },
});
