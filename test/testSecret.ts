/** The secret under which tests, and the dumps of releases, seal personal data. */
export const TEST_SECRET = 'a secret for tests, long enough to be one'
