import { type DemoPost, heading, list, picture, text, video } from './blocks.ts'
import { media } from './people.ts'

/** The partner's story, with every kind of block. */
export const riverStory: DemoPost = {
  by: 'demo_cleo',
  age: 12,
  tokenName: 'FORUM',
  flair: 'News',
  kind: 'story',
  title: 'A year on the river, in seven objects',
  hero: 'footpath.svg',
  blocks: [
    ...text(
      'Eleven months without a bridge leave things behind. The library has put seven of them into a glass case by the door. <b>Nothing in it is worth stealing</b>, and everybody who comes in stops to look.',
    ),
    heading('1. The ferry book'),
    ...text(
      'Kept by whoever rowed, in whatever was at hand: ink, pencil, once a <mark>lipstick</mark>. It lists the weather, the passengers and, on most pages, the soup.',
    ),
    picture('book.svg', 'The ferry book, open at the week of the flood'),
    {
      type: 'quote',
      data: {
        text: 'Fog. Rang the bell so that he would find us. He had a bell too.',
        caption: 'From the book, in November',
      },
    },
    heading('2. The bell'),
    ...text('It hung from the willow on the far side. Press play, and you know how long to wait before you shout.'),
    {
      type: 'audio',
      data: { url: media('bell.wav'), caption: 'One ring: “I am here.” Two: “Hurry up, it is raining.”' },
    },
    heading('3. A list on the back of an envelope'),
    ...text('The rowing club’s rules, as they stood on the last day:'),
    list('ordered', 'Dogs last.', 'Bicycles before dogs.', [
      'Nobody stands up.',
      ['Not even to wave.', 'Not even to the mayor.'],
    ]),
    heading('4. Four seconds of film'),
    video('river', 'The river from the second bench, on a Tuesday'),
    heading('5. One hat'),
    {
      type: 'warning',
      data: { title: 'Still unclaimed', message: 'If it is yours, you know what color it is. Ask at the desk.' },
    },
    heading('6. What the bridge needed'),
    {
      type: 'list',
      data: {
        style: 'checklist',
        items: [
          { content: 'Forty new planks', meta: { checked: true }, items: [] },
          { content: 'Lamps that go off at midnight', meta: { checked: true }, items: [] },
          { content: 'A name for the bench', meta: { checked: false }, items: [] },
        ],
      },
    },
    { type: 'delimiter', data: {} },
    heading('7. The first ticket'),
    ...text(
      'The ferry was free, so it is not a ticket. It is a bus ticket, punched twice by hand, because the first passenger insisted. You can read <i>how the bridge came back</i> on our own page:',
    ),
    { type: 'linkTool', data: { link: '{PARTNER_URL}/articles/footbridge-reopens.html' } },
    ...text('And if you would rather watch something else that floats, here is an open film about a meadow:'),
    {
      type: 'embed',
      data: {
        service: 'youtube',
        source: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        caption: 'Nothing of ours, but calm',
      },
    },
  ],
  poll: {
    options: ['The ferry book', 'The bell', 'The hat', 'The ticket that is not a ticket'],
    votes: { demo_ada: 0, demo_dov: 1, demo_faye: 2, demo_emi: 3, demo_hana: 1, demo_kit: 3, demo_nia: 3 },
  },
  up: ['demo_ada', 'demo_ben', 'demo_dov', 'demo_faye', 'demo_hana', 'demo_kit', 'demo_nia', 'demo_lou'],
  views: 21,
  comments: [
    {
      by: 'demo_kit',
      after: 25,
      text: 'I punched that ticket. Twice is the return.',
      up: ['demo_cleo', 'demo_faye', 'demo_ada', 'demo_nia'],
      replies: [
        {
          by: 'demo_cleo',
          after: 12,
          text: 'That explains the second hole. I’ll add it to the card.',
          up: ['demo_kit'],
        },
      ],
    },
    {
      by: 'demo_faye',
      after: 70,
      text: 'The lipstick was mine. It was that or nothing, and somebody had to write down the eels.',
      up: ['demo_ada', 'demo_emi', 'demo_hana', 'demo_dov', 'demo_gil'],
    },
    {
      by: 'demo_nia',
      after: 150,
      text: 'Went after school. You can hear the bell from the stairs!',
      up: ['demo_cleo'],
    },
  ],
}
