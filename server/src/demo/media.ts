/** Address of a demo file on the forum's own origin. */
export const media = (name: string): string => `/media/demo/${name}`
