/** Paths of the complaint screens that are not configured, as the specification gives them (COMP-2, COMP-5, COMP-6). */
export const complaintPaths = {
  next: '/complainPageNext',
  list: '/complaintList',
  details: '/complainDetails',
  /** Takes one image from a page with script (COMP-3). */
  image: '/complainImage',
} as const;
