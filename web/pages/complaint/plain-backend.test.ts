import { expect, test } from 'vitest';
import { z } from 'zod';
import { openComplaint, readComplaint, readComplaints } from '#contract/calls/complaint.ts';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { openPage } from '#tests/setup/open-page.ts';

/** What a backend gives that sends the specification's fields only, and null where a text may be. */
const answers = {
  openComplaint: z.decode(openComplaint.response, wireSamples.openComplaint().minimalResponse as never),
  readComplaints: z.decode(readComplaints.response, wireSamples.readComplaints().minimalResponse as never),
  readComplaint: z.decode(readComplaint.response, wireSamples.readComplaint().minimalResponse as never),
  readContacts: { phone: '', whatsapp: '', email: '', hours: '' },
};

test.each([
  ['start', '/complaint?lang=1', /My complaints.*Debt collection.*Calls to family/],
  ['next', '/complainPageNext?problemType=1&problemSonType=11&lang=1', /Debt collection ?Calls to family/],
  ['list', '/complaintList?lang=1', /My complaints.*Problem type/],
  ['details', '/complainDetails?problemId=4021&lang=1', /Your complaint.*There is no answer yet/],
] as const)(
  "[CALL-6] the %s screen stands over a backend with the specification's fields only",
  async (_name, address, expected) => {
    const { status, text, html } = await openPage(address, { answers });
    expect(status).toBe(200);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/undefined|null|NaN/);
    expect(html).not.toMatch(/<a [^>]*><\/a>/);
  },
);
