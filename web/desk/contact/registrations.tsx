import type { ReactNode } from 'react';
import { deskBorrowerText } from '#content/messages/desk-borrower.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskContactText } from '#content/messages/desk-operations.ts';
import { eraseBorrower } from '#contract/host/personal-data.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import type { HostCall } from '#contract/host-call.ts';
import { maskedPhone } from '#domain/desk/mask.ts';
import { currencyOf } from '#domain/market.ts';
import { marketOfPhone } from '#domain/registration/phone-rule.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { isLoggedReason } from '../logged-reason.ts';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;

/** Who registered from promotion pages, oldest first, with phones masked. */
export const registrations = deskScreen<Awaited<ReturnType<typeof readRows>>, ErasureAnswer>({
  path: deskPaths.registrations,
  needs: 'see-operations',
  load: readRows,
  async submit(desk, form) {
    await desk.require('answer-data-request');
    const reason = fieldOf(form, 'reason').trim();
    const mobilePhone = fieldOf(form, 'phone').trim();
    const isReasoned = isLoggedReason(reason);
    const found = mobilePhone === '' ? undefined : await desk.read(listRegistrations, { mobilePhone });
    const [one, another] = found?.registrations ?? [];
    const isOne = one !== undefined && another === undefined;
    if (!isOne || !isReasoned) return desk.again({ phone: mobilePhone, reason, isOne, isReasoned }, 422);
    const { registrationId } = one;
    const proposal = {
      call: eraseBorrower as HostCall,
      fields: { registrationId, reason },
      subject: `registration:${registrationId}`,
      currency: currencyOf(marketOfPhone(one.mobilePhone)),
    };
    const messageId = fieldOf(form, 'id') || desk.newId();
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
    return desk.goTo(approvalPath(messageId));
  },
  title: ({ desk }) => deskContactText[desk.language].registrations,
  page({ desk, rows, nextCursor, answer }) {
    const text = deskContactText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.registrations}</h1>
          <p className="sub">{text.registrationsLine}</p>
        </PageHead>
        {desk.may('answer-data-request') && <EraseFold answer={answer} />}
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

/** What was sent to erase a registration and not taken. */
interface ErasureAnswer {
  readonly phone: string;
  readonly reason: string;
  readonly isOne: boolean;
  readonly isReasoned: boolean;
}

async function readRows(desk: OpenDesk) {
  const cursor = desk.parameter('from') || undefined;
  const page = await desk.read(listRegistrations, { cursor, limit: pageSize });
  const rows = page.registrations.map(({ mobilePhone, ...facts }) => ({
    ...facts,
    phone: maskedPhone(mobilePhone),
  }));
  return { rows, nextCursor: page.nextCursor };
}

/** The form that asks to erase the registration of a telephone. */
function EraseFold({ answer }: { readonly answer: ErasureAnswer | undefined }): ReactNode {
  const desk = useDesk();
  const text = deskContactText[desk.language];
  const { reason, reasonHint, reasonMissing, eraseNow } = deskBorrowerText[desk.language];
  return (
    <FormFold title={text.eraseOne} isOpen={answer !== undefined}>
      <form method="post" action={deskPaths.registrations} noValidate>
        <p>{text.eraseLine}</p>
        <input type="hidden" name="id" value={desk.newId()} />
        <TextField
          id="phone"
          label={text.erasePhone}
          value={answer?.phone ?? ''}
          error={answer && !answer.isOne ? text.eraseUnknown : undefined}
          maxLength={32}
        />
        <TextField
          id="reason"
          label={reason}
          value={answer?.reason ?? ''}
          hint={answer && !answer.isReasoned ? undefined : reasonHint}
          error={answer && !answer.isReasoned ? reasonMissing : undefined}
          maxLength={300}
        />
        <SecondPersonNote>{deskCorrectionText[desk.language].takesTwo}</SecondPersonNote>
        <Acts>
          <Button kind="danger">{eraseNow}</Button>
        </Acts>
      </form>
    </FormFold>
  );
}
