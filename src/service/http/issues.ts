/** All problems of a body in one sentence. */
export const describeIssues = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string =>
  `${issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')} ${message}`))
    .join('; ')}.`
