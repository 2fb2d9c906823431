export const deskRoles = ['agent', 'treasury', 'manager', 'auditor'] as const;
export type DeskRole = (typeof deskRoles)[number];

/** Permissions at the desk; those that only show data begin with `see`. */
export const deskActs = [
  'see-overview',
  'see-loans',
  'see-personal-data',
  'see-complaints',
  'see-money',
  'see-catalogue',
  'see-operations',
  'see-audit',
  'export',
  'answer-complaint',
  'change-borrower',
  'answer-data-request',
  'decide-application',
  'match-payment',
  'correct-loan',
  'approve',
  'change-catalogue',
  'run-operations',
  'write-note',
  'collect',
  'end-session',
] as const;
export type DeskAct = (typeof deskActs)[number];

/** The only table of permissions by role. */
export const actsOfRole: Readonly<Record<DeskRole, readonly DeskAct[]>> = {
  agent: [
    'see-overview',
    'see-loans',
    'see-personal-data',
    'see-complaints',
    'see-catalogue',
    'answer-complaint',
    'change-borrower',
    'write-note',
    'collect',
  ],
  treasury: [
    'see-overview',
    'see-loans',
    'see-personal-data',
    'see-money',
    'see-catalogue',
    'export',
    'match-payment',
    'correct-loan',
    'write-note',
  ],
  manager: [
    'see-overview',
    'see-loans',
    'see-personal-data',
    'see-complaints',
    'see-money',
    'see-catalogue',
    'see-operations',
    'see-audit',
    'export',
    'answer-complaint',
    'change-borrower',
    'answer-data-request',
    'decide-application',
    'approve',
    'change-catalogue',
    'run-operations',
    'write-note',
    'collect',
    'end-session',
  ],
  auditor: [
    'see-overview',
    'see-loans',
    'see-complaints',
    'see-money',
    'see-catalogue',
    'see-operations',
    'see-audit',
    'export',
  ],
};

export function mayDo(roles: readonly DeskRole[], act: DeskAct): boolean {
  return roles.some((role) => actsOfRole[role].includes(act));
}

/**
 * Roles of a person's groups, in the order of `deskRoles`.
 * @param groupsOfRole groups of the identity provider that grant each role.
 */
export function rolesOfGroups(
  groups: readonly string[],
  groupsOfRole: Readonly<Partial<Record<DeskRole, readonly string[]>>>,
): DeskRole[] {
  return deskRoles.filter((role) => groupsOfRole[role]?.some((group) => groups.includes(group)));
}
