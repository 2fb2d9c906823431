import { writeFile } from 'node:fs/promises';
import { deskRolesOf, doors } from '#contract/doors.ts';
import { deskRoles } from '#domain/desk/role.ts';

const head = `# Who may do what

The calls that people make at the desk, by role ([DESK_ROLES](configuration.md)), and the ways by which a command reaches
a loan. This page is written by \`npm run docs -- roles\` from \`core/contract/doors.ts\`.

## At the desk

A call that needs approval shows its effect first and, above a limit, waits for a second approver. With *always* it waits whatever its amount.

`;

export function rolePage(): string {
  const names = Object.keys(doors).sort();
  const atDesk = names.filter((name) => deskRolesOf(name).length > 0 && doors[name]?.by === 'host');
  const calls = atDesk.map((name) => {
    const roles = deskRoles.map((role) => (deskRolesOf(name).includes(role) ? 'yes' : ''));
    const { needsPreview = false, needsSecondApprover = false } = doors[name] ?? {};
    return [`\`${name}\``, ...roles, needsSecondApprover ? 'always' : needsPreview ? 'yes' : ''];
  });
  const sending = names.flatMap((name) => {
    const { by, sends } = doors[name] ?? { sends: [] };
    return by !== undefined && sends.length > 0 ? [[`\`${name}\``, by, sends.join(', ')]] : [];
  });
  return `${head}${table(['call', ...deskRoles, 'approval'], calls)}
## To a loan

${table(['way in', 'kind', 'commands'], sending)}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

export async function writePage(): Promise<void> {
  await writeFile(new URL('../../docs/roles.md', import.meta.url), rolePage());
}
