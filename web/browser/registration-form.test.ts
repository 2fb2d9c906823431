// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { answeredEvent } from './enhanced-form.ts';
import { registrationForm } from './registration-form.ts';

const field = (id: string, fault: string) => `
  <input id="${id}" name="${id}">
  <template data-fault="${id}"><p id="${id}-error" role="alert">${fault}</p></template>
  <div data-slot="${id}-error"></div>`;

const hidden = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');

function openForm(
  typed: Partial<Record<'mobile' | 'captcha' | 'smsCode', string>> = {},
  market: Market | null = null,
): void {
  document.body.innerHTML = `
    <output data-toast></output>
    <form data-registration='${JSON.stringify(phoneRuleOf(market))}' data-too-soon="请勿重复发送验证码!">
      ${hidden({ captchaAt: '17' })}
      <button name="do" value="enter" tabindex="-1"></button>
      <p id="mobile-hint">11 位数字</p>
      ${field('mobile', '请正确输入手机号！')}
      <div data-slot="captcha">
        ${field('captcha', '请正确输入图形验证码！')}
        <img src="https://paginas.example/registerTemplate/captcha?sid=sid-1&a=17">
        <button name="do" value="image"></button>
        <button name="do" value="question"></button>
      </div>
      <div data-slot="sent"></div>
      ${field('smsCode', '请正确输入短信验证码！')}
      <button name="do" value="send">获取验证码</button>
      <div data-slot="problem"></div>
      <button name="do" value="apply">立即注册</button>
    </form>`;
  for (const [id, value] of Object.entries(typed)) input(id).value = value;
  sent = [];
  form().addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push((event.submitter as HTMLButtonElement).value);
  });
  registrationForm(form());
}

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The buttons the form was sent with. */
let sent: string[];
const form = () => document.querySelector('form') as HTMLFormElement;
const input = (id: string) => document.getElementById(id) as HTMLInputElement;
const press = (value: string) =>
  form().querySelector<HTMLButtonElement>(`button[value=${value}]:not([tabindex])`)?.click();
const toast = () => document.querySelector('output')?.textContent;
const faultShown = () => document.querySelector('[role=alert]')?.textContent ?? null;
const slot = (name: string) => form().querySelector(`[data-slot=${name}]`) as HTMLElement;

const filled = { mobile: '13800138000', captcha: 'A7KX', smsCode: '071304' };

test.each([
  ['mobile', 'send', '12800138000', '请正确输入手机号！'],
  ['mobile', 'apply', '', '请正确输入手机号！'],
  ['captcha', 'send', ' ', '请正确输入图形验证码！'],
  ['smsCode', 'apply', '', '请正确输入短信验证码！'],
] as const)(
  '[PROMO-3] with %s at fault %s is not sent, and says so under the field and in a toast: %j',
  (...fault) => {
    const [id, value, typed, words] = fault;
    openForm({ ...filled, [id]: typed });
    press(value);
    expect(sent).toEqual([]);
    expect(faultShown()).toBe(words);
    expect(toast()).toBe(words);
    expect(input(id).getAttribute('aria-invalid')).toBe('true');
    expect(input(id).getAttribute('aria-describedby')).toContain(`${id}-error`);
    expect(document.activeElement).toBe(input(id));
    input(id).value = filled[id];
    press(value);
    expect(sent).toEqual([value]);
    expect(faultShown()).toBeNull();
  },
);

test('[PROMO-3] [PROMO-8] what is in order or for the server to read is sent, by the rule of the template’s market', () => {
  openForm({ ...filled, mobile: '55 4821 7736' }, 'MX');
  press('send');
  input('mobile').value = '+91 98455 01276';
  press('apply');
  press('question');
  expect(sent).toEqual(['send', 'apply', 'question']);
});

test('[PROMO-2] Enter sends a code, or applies once one is typed', () => {
  openForm({ ...filled, smsCode: '' });
  form().querySelector<HTMLButtonElement>('[value=enter]')?.click();
  input('smsCode').value = '071304';
  form().querySelector<HTMLButtonElement>('[value=enter]')?.click();
  expect(sent).toEqual(['send', 'apply']);
});

test('[PROMO-4] another image takes the place of the old one without a request', () => {
  vi.spyOn(Date, 'now').mockReturnValue(42);
  openForm({ mobile: '13800138000' });
  press('send');
  input('captcha').value = 'A7KX';
  slot('problem').textContent = 'Vuelva mañana.';
  press('image');
  expect(sent).toEqual([]);
  expect(faultShown()).toBeNull();
  expect(document.querySelector('img')?.src).toBe(
    'https://paginas.example/registerTemplate/captcha?sid=sid-1&a=42',
  );
  expect(new FormData(form()).get('captchaAt')).toBe('42');
  expect(input('captcha').value).toBe('');
  expect(slot('problem').textContent).toBe('');
});

test('[PROMO-4] the server is asked for an image where none is shown, or no number is typed', () => {
  openForm();
  press('image');
  openForm(filled);
  document.querySelector('img')?.remove();
  press('image');
  expect(sent).toEqual(['image']);
});

test('[PROMO-5] while the button counts down no other code is asked for, and a toast says why; applying still works', () => {
  openForm(filled);
  form().querySelector('[value=send]')?.setAttribute('data-wait-seconds', '42');
  press('send');
  expect(sent).toEqual([]);
  expect(toast()).toBe('请勿重复发送验证码!');
  press('apply');
  expect(sent).toEqual(['apply']);
});

test('[PROMO-5] [PROMO-6] an error from the server describes its field', () => {
  openForm();
  slot('smsCode-error').innerHTML = '<p id="smsCode-error" role="alert">短信验证码错误</p>';
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').getAttribute('aria-invalid')).toBe('true');
  expect(input('smsCode').getAttribute('aria-describedby')).toBe('smsCode-error');
  slot('smsCode-error').replaceChildren();
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').hasAttribute('aria-invalid')).toBe(false);
});

test('[PROMO-5] once a code was sent, its field has the focus', () => {
  openForm(filled);
  slot('sent').innerHTML = '<p role="alert">验证码已发送，请在手机上查看！</p>';
  form().dispatchEvent(new Event(answeredEvent));
  expect(document.activeElement).toBe(input('smsCode'));
});
