import { list, picture, text } from './blocks.ts'
import { gardenTalk } from './comments.ts'
import type { DemoPost } from './demo-post.ts'

/** What the gardeners talk about. */
export const gardenPosts: DemoPost[] = [
  {
    by: 'demo_emi',
    age: 9 * 24,
    tokenName: 'GARDEN',
    flair: 'Seeds',
    title: 'Swap list: what I have too much of',
    blocks: [
      picture('garden.svg', 'Two beds of tomatoes is one bed too many'),
      list('unordered', 'Tomato, the small yellow one', 'Runner bean, very eager', 'Sunflower, tall, leans east'),
      ...text('Looking for: chard with red stems, anything blue.'),
    ],
    up: ['demo_faye', 'demo_hana', 'demo_ada'],
    views: 11,
    comments: gardenTalk,
  },
  {
    by: 'demo_faye',
    age: 6 * 24,
    tokenName: 'GARDEN',
    flair: 'Pests',
    title: 'Which slug cure has ever worked for you?',
    blocks: text('I have tried patience. It did not work.'),
    poll: {
      options: ['Going out at night with a lamp', 'Copper tape', 'Planting twice as much', 'Ducks'],
      settings: { voters: 'anonymous' },
      votes: { demo_ada: 0, demo_ben: 2, demo_dov: 3, demo_emi: 0, demo_gil: 3, demo_hana: 3 },
    },
    up: ['demo_emi', 'demo_gil'],
    views: 12,
    comments: [
      {
        by: 'demo_gil',
        after: 200,
        text: 'Ducks work. Then you have ducks.',
        up: ['demo_faye', 'demo_emi', 'demo_dov'],
      },
    ],
  },
  {
    by: 'demo_faye',
    age: 5,
    tokenName: 'GARDEN',
    flair: 'Harvest',
    title: 'The first bean',
    blocks: text('It is one bean. It is a very good bean.'),
    up: ['demo_emi', 'demo_hana', 'demo_gil', 'demo_ada'],
    views: 7,
    comments: [{ by: 'demo_emi', after: 30, text: 'How will you divide it?', up: ['demo_faye', 'demo_gil'] }],
  },
]
