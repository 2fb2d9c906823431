import { remindersText } from '#content/messages/reminders.ts';
import { fill } from '#content/text-pack.ts';
import { decideReminder, readReminders } from '#contract/calls/reminder.ts';
import { reminderChannelOf, reminderChannels } from '#domain/reminder/reminder-channel.ts';
import { Button } from '#ui/form/button.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { fieldOf } from '../open-screen.ts';
import { Refusal } from '../problem.ts';
import { screen } from '../screen.tsx';
import styles from './reminders.module.css';
import { remindersPath } from './reminders-path.ts';

/** Consent to reminders, one button a channel to give or withdraw it. */
export const reminders = screen({
  path: () => remindersPath,
  async load(open) {
    const { channels, offered } = await open.ask(readReminders, {});
    return {
      text: remindersText[open.language],
      channels,
      // What is agreed to can be withdrawn, whoever reminds now.
      shown: reminderChannels.filter((each) => offered.includes(each) || channels.includes(each)),
      loanLink: open.link(open.config.paths.order, open.key()),
    };
  },
  async submit(open, form) {
    const channel = reminderChannelOf(fieldOf(form, 'channel'));
    if (!channel) throw Refusal.coded('request-invalid');
    const isGranted = fieldOf(form, 'decision') === 'on';
    await open.ask(decideReminder, { channel, isGranted });
    return open.leaveTo(open.link(remindersPath, open.key()));
  },
  title: ({ text }) => text.title,
  page: ({ open, text, channels, shown, loanLink }) => (
    <>
      <Bar title={text.title} backLink={loanLink} helpLink={open.helpLink} />
      <main>
        <section>
          <p>{text.line}</p>
          <ul className={styles.channels}>
            {shown.map((channel) => {
              const isOn = channels.includes(channel);
              const label = isOn ? text.turnOffOf : text.turnOnOf;
              return (
                <li key={channel}>
                  <div>
                    {text[channel]}
                    <small>{isOn ? text.isOn : text.isOff}</small>
                  </div>
                  <form method="post">
                    <input type="hidden" name="channel" value={channel} />
                    <Button
                      kind="second"
                      name="decision"
                      value={isOn ? 'off' : 'on'}
                      aria-label={fill(label, { channel: text[channel] })}
                    >
                      {isOn ? text.turnOff : text.turnOn}
                    </Button>
                  </form>
                </li>
              );
            })}
          </ul>
          <p className="hint">{text.note}</p>
        </section>
      </main>
    </>
  ),
});
