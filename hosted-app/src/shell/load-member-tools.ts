/** The header's tools for members; visitors don't load them. */
export const loadMemberTools = async () => (await import('./member-tools.tsx')).ConnectedMemberTools
