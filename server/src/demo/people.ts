import type { DemoSignIn } from '../http/served-domains.ts'

/** Address of a demo file on the forum's own origin. */
export const media = (name: string): string => `/media/demo/${name}`

/** Password of every demo account. */
export const DEMO_PASSWORD = 'Stoa-demo-1'

export type DemoRole = 'owner' | 'moderator' | 'partner' | 'member' | 'banned' | 'admin'

/** A demo account. */
export interface DemoPerson {
  username: `demo_${string}`
  /** Their role: owners in `owns`, admins everywhere, others in the first community. */
  role: DemoRole
  /** Token name of the community they own. */
  owns?: string
  name: string
  title: string
  about: string
  /** Token names of the communities they have joined. */
  joined: readonly string[]
}

const ALL = ['FORUM', 'GARDEN', 'DARKSKY']

/** Demo accounts. All people are fictitious, and their portraits are drawn. */
export const people = [
  {
    username: 'demo_ada',
    role: 'owner',
    owns: 'FORUM',
    name: 'Ada Fernhill',
    title: 'Started the Commons',
    about: 'Keeps the noticeboard tidy. Lives above the old post office with a cat who is in charge.',
    joined: ALL,
  },
  {
    username: 'demo_ben',
    role: 'moderator',
    name: 'Ben Alderway',
    title: 'Minutes and biscuits',
    about: 'Takes the minutes at the council and reads them, too.',
    joined: ALL,
  },
  {
    username: 'demo_cleo',
    role: 'partner',
    name: 'Cleo Marsh',
    title: 'Editor, The Lower Mill Gazette',
    about: 'Four pages a week, eight before the fair. Letters welcome.',
    joined: ALL,
  },
  {
    username: 'demo_emi',
    role: 'member',
    name: 'Emi Hazel',
    title: 'Too many tomatoes',
    about: 'Swaps seeds, finds gloves.',
    joined: ALL,
  },
  {
    username: 'demo_mo',
    role: 'banned',
    name: 'Mo Rook',
    title: '',
    about: '',
    joined: ['FORUM'],
  },
  {
    username: 'demo_admin',
    role: 'admin',
    name: 'Robin Keys',
    title: 'Keeps the lights on',
    about: 'Runs the server in the cupboard behind the library.',
    joined: ALL,
  },
  {
    username: 'demo_dov',
    role: 'member',
    name: 'Dov Larkspur',
    title: 'Leads the Sunday walk',
    about: 'Has a map of every stile, and opinions on most of them.',
    joined: ALL,
  },
  {
    username: 'demo_faye',
    role: 'member',
    name: 'Faye Underwood',
    title: 'Accordion, slightly out of breath',
    about: 'Here since before the roundabout.',
    joined: ALL,
  },
  {
    username: 'demo_gil',
    role: 'member',
    name: 'Gil Tolley',
    title: 'Roofs, gutters, opinions',
    about: 'If it is up there, I can get it down.',
    joined: ALL,
  },
  {
    username: 'demo_hana',
    role: 'member',
    name: 'Hana Weir',
    title: 'Repair evening, last Friday',
    about: 'You hold the screwdriver yourself.',
    joined: ALL,
  },
  {
    username: 'demo_ivy',
    role: 'owner',
    owns: 'GARDEN',
    name: 'Ivy Thistle',
    title: 'Allotment keys, plot 1',
    about: 'Ask me about courgettes. Better still, take some.',
    joined: ALL,
  },
  {
    username: 'demo_juno',
    role: 'owner',
    owns: 'DARKSKY',
    name: 'Juno Starling',
    title: 'Looks up',
    about: 'Founded the Dark Sky Society on a very cold roof.',
    joined: ALL,
  },
  {
    username: 'demo_kit',
    role: 'member',
    name: 'Kit Brindle',
    title: 'Drives the number 4',
    about: 'On time since the new bridge.',
    joined: ['FORUM', 'DARKSKY'],
  },
  {
    username: 'demo_lou',
    role: 'member',
    name: 'Lou Pepper',
    title: 'The bakery, nights',
    about: 'Up before you. Asleep by the time you reply.',
    joined: ['FORUM', 'GARDEN'],
  },
  {
    username: 'demo_nia',
    role: 'member',
    name: 'Nia Quill',
    title: 'Counts things',
    about: 'Year 11. Spreadsheets with stickers.',
    joined: ['FORUM', 'DARKSKY'],
  },
] as const satisfies readonly DemoPerson[]

export type DemoName = (typeof people)[number]['username']

/** Address of a person's portrait. */
export const portraitOf = ({ username }: Pick<DemoPerson, 'username'>): string =>
  media(`portrait-${username.replace('demo_', '')}.svg`)

const ROLES: DemoRole[] = ['member', 'owner', 'moderator', 'partner', 'admin', 'banned']

/** The accounts that visitors can try: the first one of each role. */
export const demoSignIn: DemoSignIn = {
  password: DEMO_PASSWORD,
  accounts: ROLES.flatMap((role) =>
    people
      .filter((person) => person.role === role)
      .slice(0, 1)
      .map((person) => ({ username: person.username, name: person.name, role, image: portraitOf(person) })),
  ),
}

/** The demo communities with their topics. */
export const communities = [
  {
    tokenName: 'FORUM',
    title: 'Lower Mill Commons',
    urlSlug: 'forum',
    logo: 'logo-commons.svg',
    banner: 'square.svg',
    accent: '',
    about: 'What goes on in Lower Mill: questions, plans, things to lend and things to fix.',
    rules: [
      {
        title: 'Be kind to your neighbors',
        text: 'You will meet them at the bakery. Argue about lamps, not about people.',
      },
      { title: 'Say where and when', text: 'A time and a place in the title save everybody a question.' },
      { title: 'One thing for sale a week', text: 'Things to give away are always welcome.' },
      { title: 'No photos of other people’s children', text: '' },
    ],
    flairs: [
      { name: 'News', color: 'blue' },
      { name: 'Ideas', color: 'purple' },
      { name: 'Help', color: 'red' },
      { name: 'Making', color: 'orange' },
      { name: 'Walks', color: 'green' },
    ],
  },
  {
    tokenName: 'GARDEN',
    title: 'The Allotment Table',
    urlSlug: 'garden',
    logo: 'logo-allotment.svg',
    banner: 'garden.svg',
    accent: '#3a6b1f',
    about: 'Beds, seeds, slugs. Bring a photo of the leaf.',
    flairs: [
      { name: 'Seeds', color: 'yellow' },
      { name: 'Pests', color: 'red' },
      { name: 'Harvest', color: 'green' },
    ],
  },
  {
    tokenName: 'DARKSKY',
    title: 'Dark Sky Society',
    urlSlug: 'dark-sky',
    logo: 'logo-darksky.svg',
    banner: 'meteors.svg',
    accent: '#3b3f91',
    about: 'Stars over Lower Mill: when to look up, where to stand, and which lamps to argue with.',
    rules: [
      { title: 'Red light only in pictures of the meetings', text: 'Eyes need half an hour to get used to the dark.' },
      { title: 'Say which instrument', text: '' },
    ],
    approvePosts: true,
    flairs: [
      { name: 'Tonight', color: 'purple' },
      { name: 'Gear', color: 'gray' },
      { name: 'Lamps', color: 'orange' },
    ],
  },
] as const
