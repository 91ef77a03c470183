/** Address of a file of the demonstration on the forum's own origin. */
export const media = (name: string): string => `/media/demo/${name}`
