import type { DemoName } from './people.ts'

export interface DemoReply {
  by: DemoName
  /** Minutes after its parent. */
  after: number
  text: string
  up?: DemoName[]
  down?: DemoName[]
}

export interface DemoComment extends DemoReply {
  replies?: DemoReply[]
  /** New text, set an hour later. */
  edited?: string
  /** Hidden by its author, or by the moderator with a reason. */
  hidden?: 'publisher' | 'moderator'
  /** The reporters and their reasons. Default: none. */
  reported?: [by: DemoName, why: string][]
}

export const welcomeTalk: DemoComment[] = [
  {
    by: 'demo_dov',
    after: 50,
    text: 'First! I have always wanted to write that.',
    up: ['demo_hana'],
    down: ['demo_ben'],
    reported: [
      ['demo_hana', 'Not about anything'],
      ['demo_kit', 'There has to be a first, but does it have to say so?'],
    ],
  },
  {
    by: 'demo_emi',
    after: 90,
    text: 'Is this the place for the thing with the swans?',
    replies: [
      { by: 'demo_ada', after: 15, text: 'There is no thing with the swans.' },
      {
        by: 'demo_gil',
        after: 40,
        text: 'There is very much a thing with the swans.',
        up: ['demo_emi', 'demo_dov', 'demo_faye'],
      },
    ],
  },
  {
    by: 'demo_gil',
    after: 60 * 30,
    text: 'BEST ROOF TILES, call now, first hundred callers get a swan',
    hidden: 'moderator',
    replies: [{ by: 'demo_ben', after: 25, text: 'Gil, not here. (The swan is a nice touch.)' }],
  },
]

export const repairTalk: DemoComment[] = [
  {
    by: 'demo_gil',
    after: 120,
    text: 'The toaster works. It throws higher than before.',
    up: ['demo_hana', 'demo_dov', 'demo_ada'],
    replies: [
      { by: 'demo_hana', after: 10, text: 'That is not a fault, that is a feature of the spring.' },
      {
        by: 'demo_faye',
        after: 55,
        text: 'Catch it with a plate. We have always caught it with a plate.',
        up: ['demo_gil'],
      },
    ],
  },
  {
    by: 'demo_faye',
    after: 240,
    text: 'Could somebody look at an accordion? It is out of breath.',
    edited: 'Could somebody look at an accordion? It is out of breath on the low notes.',
  },
  { by: 'demo_dov', after: 300, text: 'I take that back about the plug.', hidden: 'publisher' },
]

export const gardenTalk: DemoComment[] = [
  {
    by: 'demo_faye',
    after: 45,
    text: 'Chard with red stems: yes, half a bag. For the sunflower that leans?',
    up: ['demo_emi'],
  },
  {
    by: 'demo_hana',
    after: 130,
    text: 'What is blue?',
    replies: [
      { by: 'demo_emi', after: 12, text: 'Borage. Cornflower. The sky, on good days.' },
      { by: 'demo_hana', after: 33, text: 'I have borage. I have nothing but borage.', up: ['demo_emi', 'demo_faye'] },
    ],
  },
]

export const walkTalk: DemoComment[] = [
  { by: 'demo_hana', after: 30, text: 'The stile has a loose step, left foot first.', up: ['demo_dov', 'demo_emi'] },
  {
    by: 'demo_cleo',
    after: 100,
    text: 'Walked it this morning: 38 minutes with a dog, 55 with a child.',
    up: ['demo_dov', 'demo_gil'],
  },
  {
    by: 'demo_emi',
    after: 60 * 22,
    text: 'Is the part behind the dairy all right with a wheelchair?',
    up: ['demo_ada', 'demo_hana'],
    replies: [
      {
        by: 'demo_dov',
        after: 70,
        text: 'No: eleven steps. Go round by the school, that is seven minutes more and flat.',
        up: ['demo_emi'],
      },
      { by: 'demo_ada', after: 200, text: 'I will add it to the sketch.' },
    ],
  },
]

export const quietTalk: DemoComment[] = [
  {
    by: 'demo_faye',
    after: 60,
    text: 'The hat was mine. I do not want it back, it had a good life.',
    up: ['demo_cleo', 'demo_ada', 'demo_ben', 'demo_dov'],
  },
  {
    by: 'demo_ben',
    after: 180,
    text: 'Half past five. Every day. I once saw the frost on their oars.',
    up: ['demo_faye'],
  },
]

export const bridgeTalk: DemoComment[] = [
  {
    by: 'demo_hana',
    after: 20,
    text: 'Trees. A fountain under trees is a place, a fountain in the sun is a bath for pigeons.',
    up: ['demo_ada', 'demo_cleo', 'demo_emi'],
    replies: [
      { by: 'demo_faye', after: 15, text: 'The pigeons would like to speak.' },
      {
        by: 'demo_dov',
        after: 30,
        text: 'A chessboard in the shade, then. Everybody wins, nobody loses, except at chess.',
        up: ['demo_hana'],
      },
      { by: 'demo_ben', after: 90, text: 'Noted: trees first, pigeons heard.' },
    ],
  },
  {
    by: 'demo_gil',
    after: 200,
    text: 'Light. I have met the bench in the dark twice now, both times with my knee.',
    up: ['demo_faye'],
  },
  { by: 'demo_emi', after: 60 * 20, text: 'Which trees? Limes drip, planes sneeze.' },
]

/** The thread of the partner's article, which has no comments before. */
export const articleTalk: DemoComment[] = [
  {
    by: 'demo_faye',
    after: 20,
    text: 'I was the second one across. The first one was on a scooter and does not count.',
    up: ['demo_dov', 'demo_emi', 'demo_hana'],
    replies: [
      { by: 'demo_emi', after: 8, text: 'The dog was second.' },
      {
        by: 'demo_faye',
        after: 5,
        text: 'The dog was second. I was third. It was still very early.',
        up: ['demo_emi', 'demo_gil'],
      },
    ],
  },
  {
    by: 'demo_gil',
    after: 45,
    text: 'The lights going off at midnight is the best part. You can hear the bats now, a sort of ticking.',
    up: ['demo_cleo', 'demo_hana'],
  },
  {
    by: 'demo_ben',
    after: 70,
    text: 'Whoever wants the bicycle channel back: the council meeting is on the ninth, at seven, upstairs.',
    edited:
      'Whoever wants the bicycle channel back: the council meeting is on the ninth, at half past seven, upstairs.',
    replies: [{ by: 'demo_dov', after: 30, text: 'Upstairs, with a bicycle?', up: ['demo_ben', 'demo_faye'] }],
  },
  {
    by: 'demo_hana',
    after: 160,
    text: 'Name the bench after the ferry.',
    up: ['demo_ada', 'demo_cleo', 'demo_dov', 'demo_gil'],
  },
]
