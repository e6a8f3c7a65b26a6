/** "Guide for Reviewers and Editors": whose it is that opens first. */
export const guideTitle = (roles: readonly string[]): string =>
  `Guide for ${roles.map(role => `${role}s`).join(' and ') || 'staff'}`
