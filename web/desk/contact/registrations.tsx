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
import { personalDataReasonField } from '../correction/correction-fields.ts';
import { useDesk } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths } from '../paths.ts';
import { DeskForm, deskForm, type SentForm, textField } from '../ui/desk-form.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';

/** Registrations from promotion pages, oldest first. The screen masks telephones. */
export const registrationList = deskList({
  path: deskPaths.registrations,
  filters: {},
  read: ({ page, read }) => read(listRegistrations, page),
  rows: (page) => page.registrations,
  keyOf: ({ registrationId }) => registrationId,
  caption: ({ language }) => deskContactText[language].registrationsLine,
  columns(desk) {
    const text = deskContactText[desk.language];
    return [
      [text.registered, ({ registeredAt }) => desk.zonedTime(registeredAt), 'num'],
      [text.phone, ({ mobilePhone }) => maskedPhone(mobilePhone), 'num right'],
      [text.template, ({ templateId }) => templateId],
      [text.app, ({ appName }) => appName, 'right'],
      [
        text.source,
        ({ appFrom, userFrom, utmTag, inviteCode }) =>
          [appFrom, userFrom, utmTag, inviteCode].filter(Boolean).join(' · '),
        'sub wide',
      ],
    ];
  },
  file: {
    name: 'registrations.csv',
    needs: 'see-personal-data',
    columns: [
      'registrationId',
      'registeredAt',
      'mobilePhone',
      'templateId',
      'appName',
      'merchantNumber',
      'inviteCode',
      'appFrom',
      'userFrom',
      'utmTag',
      'termsHash',
      'privacyNoticeHash',
    ],
  },
});

type RegistrationsPage = Awaited<ReturnType<typeof registrationList.load>>;

export const registrations = deskScreen<RegistrationsPage, SentForm>({
  path: deskPaths.registrations,
  needs: 'see-operations',
  load: (desk) => registrationList.load(desk),
  async submit(desk, form) {
    await desk.require('answer-data-request');
    const { sent, values } = eraseForm(desk).read(form);
    const mobilePhone = fieldOf(form, 'phone').trim();
    const found = mobilePhone === '' ? undefined : await desk.read(listRegistrations, { mobilePhone });
    const [one, another] = found?.registrations ?? [];
    if (one === undefined || another !== undefined) {
      const faults = { ...sent.faults, phone: deskContactText[desk.language].eraseUnknown };
      return desk.again({ ...sent, faults }, 422);
    }
    if (!values) return desk.again(sent, 422);
    const { reason } = values;
    const { registrationId } = one;
    const proposal = {
      call: eraseBorrower as HostCall,
      fields: { registrationId, reason },
      subject: `registration:${registrationId}`,
      currency: currencyOf(marketOfPhone(one.mobilePhone)),
    };
    const messageId = fieldOf(form, 'messageId') || desk.newId();
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
    return desk.goTo(approvalPath(messageId));
  },
  title: ({ desk }) => deskContactText[desk.language].registrations,
  page({ desk, answer, ...page }) {
    const text = deskContactText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.registrations}</h1>
          <p className="sub">{text.registrationsLine}</p>
        </PageHead>
        {desk.may('answer-data-request') && <EraseFold answer={answer} />}
        <registrationList.Rows page={page} />
      </>
    );
  },
});

const eraseForm = (desk: OpenDesk) =>
  deskForm('erase', {
    phone: textField({ label: deskContactText[desk.language].erasePhone, maxLength: 32 }),
    reason: personalDataReasonField(desk),
  });

/** Asks to erase the registration of a phone number. */
function EraseFold({ answer }: { readonly answer: SentForm | undefined }): ReactNode {
  const desk = useDesk();
  const text = deskContactText[desk.language];
  return (
    <FormFold title={text.eraseOne} isOpen={answer !== undefined}>
      <DeskForm
        form={eraseForm(desk)}
        sent={answer}
        action={deskPaths.registrations}
        lead={<p>{text.eraseLine}</p>}
        send={deskBorrowerText[desk.language].eraseNow}
        sendKind="danger"
      >
        <SecondPersonNote>{deskCorrectionText[desk.language].needsSecondApprover}</SecondPersonNote>
      </DeskForm>
    </FormFold>
  );
}
