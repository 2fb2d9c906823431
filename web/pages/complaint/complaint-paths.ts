/** Paths given by the specification, not configured (COMP-2, COMP-5, COMP-6). */
export const complaintPaths = {
  next: '/complainPageNext',
  list: '/complaintList',
  details: '/complainDetails',
  image: '/complainImage',
} as const;
