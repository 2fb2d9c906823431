import { deskContactText } from '#content/messages/desk-operations.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import { maskedPhone } from '#domain/desk/mask.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** Who registered from promotion pages, oldest first, with phones masked. */
export const registrations = deskScreen({
  path: deskPaths.registrations,
  needs: 'see-operations',
  async load(desk) {
    const cursor = desk.parameter('from') || undefined;
    const { registrations: registrationRows, nextCursor } = await desk.read(listRegistrations, {
      cursor,
      limit: pageSize,
    });
    const rows = registrationRows.map(({ mobilePhone, ...facts }) => ({
      ...facts,
      phone: maskedPhone(mobilePhone),
    }));
    return { rows, nextCursor };
  },
  title: ({ desk }) => deskContactText[desk.language].registrations,
  page({ desk, rows, nextCursor }) {
    const text = deskContactText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.registrations}</h1>
          <p className="sub">{text.registrationsLine}</p>
        </PageHead>
        {rows.length === 0 ? (
          <p className="sub">{desk.words.none}</p>
        ) : (
          <Table
            caption={text.registrationsLine}
            rows={rows}
            keyOf={({ registrationId }) => registrationId}
            columns={[
              {
                head: text.registered,
                kind: 'num',
                cell: ({ registeredAt }) => desk.zonedTime(registeredAt),
              },
              { head: text.phone, kind: 'r num', cell: ({ phone }) => phone },
              { head: text.template, cell: ({ templateId }) => templateId },
              { head: text.app, kind: 'r', cell: ({ appName }) => appName },
              {
                head: text.source,
                kind: 'sub wide',
                cell: ({ appFrom, userFrom, utmTag, inviteCode }) =>
                  [appFrom, userFrom, utmTag, inviteCode].filter(Boolean).join(' · '),
              },
            ]}
          />
        )}
        <Pager
          path={deskPaths.registrations}
          nextCursor={nextCursor}
          pageSize={pageSize}
          {...(desk.may('see-personal-data') && { file: 'registrations.csv' })}
        />
      </>
    );
  },
});
