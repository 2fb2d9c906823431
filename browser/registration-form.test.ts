// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Market } from '#domain/market.ts';
import { phoneRuleOf } from '#domain/registration/phone-rule.ts';
import { answeredEvent } from './enhanced-form.ts';
import { registrationForm } from './registration-form.ts';

const field = (id: string, fault: string) => `
  <input id="${id}" name="${id}">
  <template data-fault="${id}"><p id="${id}-error" role="alert">${fault}</p></template>
  <div data-slot="${id}-error"></div>`;

function openForm(market: string): void {
  document.body.innerHTML = `
    <output data-toast></output>
    <form data-registration data-too-soon="请勿重复发送验证码!">
      <button class="sr" name="do" value="apply" tabindex="-1"></button>
      <p id="mobile-hint">11 位数字</p>
      ${field('mobile', '请正确输入手机号！')}
      <div data-slot="captcha">
        <input type="hidden" name="captchaAt" value="17">
        ${field('captcha', '请正确输入图形验证码！')}
        <img src="https://paginas.example/registerTemplate/captcha?sid=sid-1&a=17">
        <button name="do" value="image"></button><button name="do" value="question"></button>
      </div>
      ${field('smsCode', '请正确输入短信验证码！')}
      <div data-slot="send"><button name="do" value="send">获取验证码</button></div>
      <div data-slot="sent"></div>
      <div data-slot="problem"></div>
      <button name="do" value="apply">立即注册</button>
    </form>`;
  sent = [];
  form().addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push((event.submitter as HTMLButtonElement).value);
  });
  const rule = phoneRuleOf((market || null) as Market | null);
  (document.getElementById('mobile') as HTMLElement).dataset.phoneRule = JSON.stringify(rule);
  registrationForm(form());
}

beforeEach(() => openForm(''));

afterEach(() => {
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
const fault = () => document.querySelector('[role=alert]')?.textContent ?? null;
const slot = (name: string) => form().querySelector(`[data-slot=${name}]`) as HTMLElement;
const type = (values: Readonly<Record<string, string>>) => {
  for (const [id, value] of Object.entries(values)) input(id).value = value;
};
const filledIn = { mobile: '138 0013 8000', captcha: 'A7KX', smsCode: '071304' };

test.each([
  ['send', { mobile: '12800138000' }, 'mobile', '请正确输入手机号！'],
  ['send', { captcha: ' ' }, 'captcha', '请正确输入图形验证码！'],
  ['apply', { mobile: '' }, 'mobile', '请正确输入手机号！'],
  ['apply', { smsCode: '' }, 'smsCode', '请正确输入短信验证码！'],
])('[PROMO-3] %s with %j is not sent and says so under its field', (value, change, id, words) => {
  type({ ...filledIn, ...change });
  press(value);
  expect(sent).toEqual([]);
  expect(fault()).toBe(words);
  expect(input(id).getAttribute('aria-invalid')).toBe('true');
  expect(input(id).getAttribute('aria-describedby')).toContain(`${id}-error`);
  expect(document.activeElement).toBe(input(id));
});

test('[PROMO-3] one fault is told at a time, and what is in order is sent', () => {
  press('apply');
  type({ mobile: filledIn.mobile });
  press('apply');
  expect(form().querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(input('mobile').hasAttribute('aria-invalid')).toBe(false);
  expect(input('mobile').getAttribute('aria-describedby')).toBe('mobile-hint');
  type(filledIn);
  press('send');
  press('apply');
  expect(sent).toEqual(['send', 'apply']);
});

test('[PROMO-3] the phone rule is that of the template’s market', () => {
  openForm('MX');
  type({ ...filledIn, mobile: '55 4821 7736' });
  press('apply');
  expect(sent).toEqual(['apply']);
});

test('[PROMO-4] another image needs a mobile number, and takes the place of the old one without a request', () => {
  vi.spyOn(Date, 'now').mockReturnValue(42);
  type({ captcha: 'A7KX' });
  slot('problem').textContent = 'Vuelva mañana.';
  press('image');
  expect(fault()).toBe('请正确输入手机号！');
  expect(document.querySelector('img')?.src).toContain('a=17');
  type({ mobile: '1' });
  press('image');
  expect(sent).toEqual([]);
  expect(fault()).toBeNull();
  expect(document.querySelector('img')?.src).toBe(
    'https://paginas.example/registerTemplate/captcha?sid=sid-1&a=42',
  );
  expect(new FormData(form()).get('captchaAt')).toBe('42');
  expect(input('captcha').value).toBe('');
  expect(slot('problem').textContent).toBe('');
});

test('[PROMO-4] the server is asked for an image where none is shown, and for a question always', () => {
  press('question');
  type({ mobile: '1' });
  document.querySelector('img')?.remove();
  press('image');
  expect(sent).toEqual(['question', 'image']);
});

test('[PROMO-5] while the button counts down it sends nothing and says why; applying still works', () => {
  type(filledIn);
  slot('send').querySelector('button')?.setAttribute('data-wait-seconds', '42');
  press('send');
  expect(sent).toEqual([]);
  expect(toast()).toBe('请勿重复发送验证码!');
  press('apply');
  expect(sent).toEqual(['apply']);
});

test('[PROMO-5] a code that was sent is told once, and its field takes the focus and the browser’s offer', async () => {
  vi.stubGlobal('OTPCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: async () => ({ code: '246810' }) },
  });
  slot('sent').innerHTML = '<p data-just-sent="验证码已发送，请在手机上查看！">已发送至 138 0013 8000</p>';
  form().dispatchEvent(new Event(answeredEvent));
  expect(toast()).toBe('验证码已发送，请在手机上查看！');
  expect(document.activeElement).toBe(input('smsCode'));
  await vi.waitFor(() => expect(input('smsCode').value).toBe('246810'));
});

test('[PROMO-5] [PROMO-6] a fault that the server answers with is tied to its field, which takes the focus', () => {
  slot('smsCode-error').innerHTML = '<p id="smsCode-error" role="alert">短信验证码错误</p>';
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').getAttribute('aria-invalid')).toBe('true');
  expect(input('smsCode').getAttribute('aria-describedby')).toBe('smsCode-error');
  expect(document.activeElement).toBe(input('smsCode'));
  expect(toast()).toBe('');
  slot('smsCode-error').replaceChildren();
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').hasAttribute('aria-invalid')).toBe(false);
});

test('the focus goes back to the button that was pressed, or to the captcha where it has gone', () => {
  type(filledIn);
  press('apply');
  form().dispatchEvent(new Event(answeredEvent));
  expect(document.activeElement).toBe(form().querySelector('button[value=apply]:not([tabindex])'));
  press('question');
  (document.activeElement as HTMLElement).blur();
  form().querySelector('button[value=question]')?.remove();
  form().dispatchEvent(new Event(answeredEvent));
  expect(document.activeElement).toBe(input('captcha'));
});
