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

const hidden = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('');

/** What each step of the form shows, after a visitor did the steps before it. */
const steps = {
  mobile: `
    ${hidden({ captcha: '', smsCode: '' })}
    <p id="mobile-hint">11 位数字</p>
    ${field('mobile', '请正确输入手机号！')}
    <div data-slot="problem"></div>
    <button name="do" value="next">继续验证</button>`,
  captcha: `
    ${hidden({ mobile: '13800138000', smsCode: '', captchaAt: '17' })}
    <div data-slot="captcha">
      ${field('captcha', '请正确输入图形验证码！')}
      <img src="https://paginas.example/registerTemplate/captcha?sid=sid-1&a=17">
      <button name="do" value="image"></button>
    </div>
    <div data-slot="problem"></div>
    <button name="do" value="send">获取验证码</button>
    <button name="do" value="question"></button>
    <button name="do" value="mobile"></button>`,
  smsCode: `
    ${hidden({ mobile: '13800138000', captcha: 'A7KX' })}
    ${field('smsCode', '请正确输入短信验证码！')}
    <div data-slot="problem"></div>
    <button name="do" value="apply">立即注册</button>
    <button name="do" value="again">重新获取</button>
    <button name="do" value="mobile"></button>`,
};

function openStep(step: keyof typeof steps, market: Market | null = null): void {
  document.body.innerHTML = `
    <output data-toast></output>
    <form data-registration='${JSON.stringify(phoneRuleOf(market))}' data-too-soon="请勿重复发送验证码!">
      ${steps[step]}
    </form>`;
  sent = [];
  form().addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push((event.submitter as HTMLButtonElement).value);
  });
  registrationForm(form());
}

beforeEach(() => history.replaceState(null, ''));

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
const fault = () => document.querySelector('[role=alert]')?.textContent ?? null;
const slot = (name: string) => form().querySelector(`[data-slot=${name}]`) as HTMLElement;

test.each([
  ['mobile', 'next', '12800138000', '请正确输入手机号！'],
  ['mobile', 'next', '', '请正确输入手机号！'],
  ['captcha', 'send', ' ', '请正确输入图形验证码！'],
  ['smsCode', 'apply', '', '请正确输入短信验证码！'],
] as const)('[PROMO-3] on the step %s, %s with %j is not sent and says so under its field', (...step) => {
  const [id, value, typed, words] = step;
  openStep(id);
  input(id).value = typed;
  press(value);
  expect(sent).toEqual([]);
  expect(fault()).toBe(words);
  expect(input(id).getAttribute('aria-invalid')).toBe('true');
  expect(input(id).getAttribute('aria-describedby')).toContain(`${id}-error`);
  expect(document.activeElement).toBe(input(id));
});

test('[PROMO-3] what is in order is sent, by the rule of the template’s market, and the ways back always', () => {
  openStep('mobile', 'MX');
  input('mobile').value = '55 4821 7736';
  press('next');
  expect(sent).toEqual(['next']);
  openStep('captcha');
  for (const value of ['question', 'mobile']) press(value);
  input('captcha').value = 'A7KX';
  press('send');
  expect(sent).toEqual(['question', 'mobile', 'send']);
});

test('[PROMO-4] another image takes the place of the old one without a request', () => {
  vi.spyOn(Date, 'now').mockReturnValue(42);
  openStep('captcha');
  press('send');
  input('captcha').value = 'A7KX';
  slot('problem').textContent = 'Vuelva mañana.';
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

test('[PROMO-4] the server is asked for an image where none is shown', () => {
  openStep('captcha');
  document.querySelector('img')?.remove();
  press('image');
  expect(sent).toEqual(['image']);
});

test('[PROMO-5] while the button counts down no other code is asked for, and a toast says why; applying still works', () => {
  openStep('smsCode');
  input('smsCode').value = '071304';
  form().querySelector('[value=again]')?.setAttribute('data-wait-seconds', '42');
  press('again');
  expect(sent).toEqual([]);
  expect(toast()).toBe('请勿重复发送验证码!');
  press('apply');
  expect(sent).toEqual(['apply']);
});

test('[PROMO-5] [PROMO-6] a fault that the server answers with is tied to its field', () => {
  openStep('smsCode');
  slot('smsCode-error').innerHTML = '<p id="smsCode-error" role="alert">短信验证码错误</p>';
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').getAttribute('aria-invalid')).toBe('true');
  expect(input('smsCode').getAttribute('aria-describedby')).toBe('smsCode-error');
  slot('smsCode-error').replaceChildren();
  form().dispatchEvent(new Event(answeredEvent));
  expect(input('smsCode').hasAttribute('aria-invalid')).toBe(false);
});

test('[PROMO-2] a step that an answer brings has the focus in its field', () => {
  openStep('captcha');
  form().dispatchEvent(new Event(answeredEvent));
  expect(document.activeElement).toBe(input('captcha'));
});

test('[PROMO-2] the way back of the browser leads from a later step to the number, from the number off the page', () => {
  openStep('mobile');
  const entries = history.length;
  openStep('captcha');
  expect(history.length).toBe(entries + 1);
  openStep('smsCode');
  expect(history.length).toBe(entries + 1);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect(sent).toEqual(['mobile']);
  openStep('mobile');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  expect(sent).toEqual([]);
});
