import { DEMO_PASSWORD, people } from './people.ts'

/** What somebody who starts the demonstration for the first time needs to know, and no more. */
export function welcome(address: { forum: string; partner: string }): string {
  return [
    '',
    `  forum              ${address.forum}`,
    `  partner's article  ${address.partner}   another origin, the same threads`,
    `  sign in            ${people[0].username}, password ${DEMO_PASSWORD}`,
    '',
    'Comment in one window and watch the other. Ctrl+C stops; everything is kept.',
    '',
  ].join('\n')
}
