// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { reloadOnReturn } from './reload-on-return.ts';

test('a page that comes back as it was left is loaded again, unless something is typed in it', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  reloadOnReturn();
  const comeBack = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  comeBack(false);
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = '<input value="500">';
  comeBack(true);
  expect(reload).toHaveBeenCalledTimes(1);
  const field = document.querySelector('input');
  if (field) field.value = '600';
  comeBack(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
