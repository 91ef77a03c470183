/** Password of every account of the demonstration. */
export const DEMO_PASSWORD = 'Stoa-demo-1'

/** Accounts of the demonstration; nobody is meant by them. */
export const people = [
  { username: 'demo_ada', role: 'owner' },
  { username: 'demo_ben', role: 'moderator' },
  { username: 'demo_cleo', role: 'partner' },
  { username: 'demo_dov', role: 'member' },
  { username: 'demo_emi', role: 'member' },
  { username: 'demo_faye', role: 'member' },
  { username: 'demo_gil', role: 'member' },
  { username: 'demo_hana', role: 'member' },
  { username: 'demo_admin', role: 'admin' },
] as const

export type DemoName = (typeof people)[number]['username']

/** Communities of the demonstration with their topics. */
export const communities = [
  {
    tokenName: 'FORUM',
    title: 'Lower Mill Commons',
    urlSlug: 'forum',
    about: 'What goes on in Lower Mill: questions, plans, things to lend and things to fix.',
    flairs: ['News', 'Ideas', 'Help', 'Making', 'Walks'],
  },
  {
    tokenName: 'GARDEN',
    title: 'The Allotment Table',
    urlSlug: 'garden',
    about: 'Beds, seeds, slugs. Bring a photo of the leaf.',
    flairs: ['Seeds', 'Pests', 'Harvest'],
  },
] as const
