/** English texts of the reasons that moderators and reporters choose from. */
export const reasonMessages = {
  'reason.spam': 'Spam',
  'reason.hateful': 'Hateful',
  'reason.nudity': 'Nudity',
  'reason.other': 'Other',
  'reason.banned': 'Ban',
} as const

/** A reason as text, with `t` (of `reasonMessages`). Others are a moderator's own text. */
export function reasonText(reason: string, t: (key: keyof typeof reasonMessages) => string): string {
  const key = `reason.${reason}`
  return Object.hasOwn(reasonMessages, key) ? t(key as keyof typeof reasonMessages) : reason
}
