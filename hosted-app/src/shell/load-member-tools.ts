/** The code of what the header offers to members; no visitor loads it. */
export const loadMemberTools = async () => (await import('./member-tools.tsx')).ConnectedMemberTools
