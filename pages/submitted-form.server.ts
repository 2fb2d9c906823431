import { data } from 'react-router';
import type { Problem } from './problem.ts';

/**
 * The fields of a submitted form.
 * @throws a response with status 400 for a body that is no form.
 */
export async function submittedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data<Problem>({ kind: 'request-malformed', message: '' }, { status: 400 });
  }
}

/** A text field's value; empty when it is absent or a file. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
