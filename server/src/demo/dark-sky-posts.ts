import { type DemoPost, heading, list, text } from './blocks.ts'

/** Posts about the night sky. Posts in this community need approval; two are still pending. */
export const darkSkyPosts: DemoPost[] = [
  {
    by: 'demo_juno',
    age: 12 * 24,
    tokenName: 'DARKSKY',
    flair: 'Tonight',
    title: 'Start here: where to stand, and what to bring',
    isPinned: true,
    blocks: [
      ...text('You need no telescope. You need twenty minutes without a phone, and a hat.'),
      heading('Three good places'),
      list(
        'unordered',
        'The second bench: open to the south, the lamps go off at midnight',
        'Behind the allotments: dark, but mind the water butt',
        'The roof of the boat shed: ask Gil for the ladder',
      ),
    ],
    up: ['demo_dov', 'demo_nia', 'demo_kit', 'demo_ada'],
    views: 14,
  },
  {
    by: 'demo_nia',
    age: 4 * 24,
    tokenName: 'DARKSKY',
    flair: 'Tonight',
    title: 'Shooting stars: I counted 41 in an hour',
    hero: 'meteors.svg',
    blocks: text(
      'Lay on the hill from eleven to midnight with a clicker in each hand, one for “sure” and one for “maybe”. 41 sure, 9 maybe, 1 owl.',
      'Best half hour was after half past eleven. Tonight should be nearly as good if the clouds stay over the ring road.',
    ),
    up: ['demo_juno', 'demo_kit', 'demo_ada', 'demo_dov', 'demo_faye', 'demo_emi'],
    views: 16,
    comments: [
      {
        by: 'demo_juno',
        after: 30,
        text: 'That is a proper observation! If you note the times in ten-minute blocks, the national survey takes it.',
        up: ['demo_nia', 'demo_dov'],
        replies: [
          {
            by: 'demo_nia',
            after: 9,
            text: 'I did. There is a spreadsheet.',
            up: ['demo_juno', 'demo_kit', 'demo_faye'],
          },
          { by: 'demo_kit', after: 20, text: 'Of course there is.', up: ['demo_nia'] },
        ],
      },
      { by: 'demo_faye', after: 200, text: 'Is the owl in the survey?', up: ['demo_nia', 'demo_juno', 'demo_emi'] },
    ],
  },
  {
    by: 'demo_dov',
    age: 50,
    tokenName: 'DARKSKY',
    flair: 'Lamps',
    title: 'One lamp lights the street. The other lights the clouds.',
    hero: 'lamp.svg',
    blocks: text(
      'Same street, same bulb, same bill. The left one has no lid, so half of what we pay for goes straight up.',
      'A lid costs about as much as a pizza. There are nine lamps without one. I have made a list.',
    ),
    poll: {
      options: ['Lids on all nine', 'Start with the square', 'I like the glow'],
      votes: { demo_juno: 0, demo_nia: 0, demo_kit: 1, demo_ada: 1, demo_hana: 0, demo_gil: 2 },
    },
    up: ['demo_juno', 'demo_nia', 'demo_hana', 'demo_ada'],
    views: 12,
    comments: [
      {
        by: 'demo_gil',
        after: 45,
        text: 'I can put the lids on. It is nine ladders, or one ladder nine times.',
        up: ['demo_dov', 'demo_juno', 'demo_hana'],
      },
    ],
  },
  {
    by: 'demo_juno',
    age: 7,
    tokenName: 'DARKSKY',
    flair: 'Tonight',
    title: 'Half moon over the mill, clear until two',
    hero: 'moon.svg',
    blocks: text('Meet at ten at the second bench. I bring the small telescope, Lou has promised something warm.'),
    up: ['demo_nia', 'demo_kit', 'demo_ada', 'demo_hana', 'demo_dov'],
    views: 9,
    comments: [
      {
        by: 'demo_kit',
        after: 20,
        text: 'My last bus is in at 21:52. Save me a bit of moon.',
        up: ['demo_juno', 'demo_nia'],
      },
    ],
  },
  {
    by: 'demo_hana',
    age: 5,
    tokenName: 'DARKSKY',
    flair: 'Gear',
    isPending: true,
    title: 'A red torch from a bicycle lamp and a crisp packet',
    blocks: text('Ten minutes, no soldering. I can bring six to the next evening if somebody eats the crisps.'),
    up: [],
    views: 0,
  },
  {
    by: 'demo_kit',
    age: 3,
    tokenName: 'DARKSKY',
    flair: 'Tonight',
    isPending: true,
    title: 'What is the bright thing over the depot?',
    blocks: text('It does not blink and it does not move. It was there yesterday, too. Is it a planet or a crane?'),
    up: [],
    views: 0,
  },
]
