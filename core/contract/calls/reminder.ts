import { z } from 'zod';
import { reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { defineCall, v3Call } from '../call.ts';
import { optionalField, wireObject } from '../wire.ts';
import { flag, listOf, tolerated } from '../wire-values.ts';

const channel = z.enum(reminderChannels);

/** Lists the channels by which the borrower agreed to be reminded of due dates. */
export const readReminders = defineCall({
  ...v3Call,
  name: 'readReminders',
  announcedBy: ['takesReminders'],
  area: 'loan',
  summary: 'Channels the borrower is reminded by',
  path: '/v3/installment/reminders',
  request: wireObject({}),
  response: wireObject({
    channels: listOf(channel).describe('Channels the borrower agreed to'),
    offered: optionalField(
      'offered',
      tolerated(listOf(channel), [...reminderChannels]),
      'Optional: channels in use; all where absent',
    ),
  }),
});

/** Gives or withdraws the consent for one channel. Idempotent. */
export const decideReminder = defineCall({
  ...v3Call,
  name: 'decideReminder',
  announcedBy: ['takesReminders'],
  area: 'loan',
  summary: 'Agree to be reminded by a channel, or withdraw that',
  path: '/v3/installment/reminder-consent',
  request: wireObject({
    channel: channel.describe('Channel for reminders'),
    isGranted: flag.describe('1: agrees; 0: withdraws'),
  }),
  response: z.unknown(),
});
