import { type DemoPost, heading, list, picture, text, video } from './blocks.ts'
import { bridgeTalk, gardenTalk, quietTalk, repairTalk, walkTalk, welcomeTalk } from './comments.ts'
import { darkSkyPosts } from './dark-sky-posts.ts'
import { marketTalk } from './market-talk.ts'
import { media } from './people.ts'
import { riverStory } from './river-story.ts'

/** Posts in the town's own community. */
const forumPosts: DemoPost[] = [
  {
    by: 'demo_ada',
    age: 40 * 24,
    tokenName: 'FORUM',
    flair: 'News',
    title: 'Welcome to the Commons',
    isPinned: true,
    preview: 'commons.svg',
    blocks: [
      ...text(
        'Ask for a ladder, plan a walk, argue about the square: this is where Lower Mill talks. <b>Lower Mill does not exist</b>, and neither does anybody here. It is a demonstration, so try everything.',
      ),
      heading('How it works'),
      list(
        'unordered',
        'Join the community, then comment, react and vote.',
        ['Give a post a topic:', ['<i>Help</i> when something is broken', '<i>Ideas</i> when nothing is broken yet']],
        'Be the neighbor you would like to have.',
      ),
      {
        type: 'warning',
        data: { title: 'The river path', message: 'It floods. If the stones at the mill are wet, take the road.' },
      },
    ],
    up: ['demo_ben', 'demo_cleo', 'demo_dov', 'demo_emi', 'demo_hana'],
    views: 18,
    comments: welcomeTalk,
  },
  {
    by: 'demo_gil',
    age: 22 * 24,
    tokenName: 'FORUM',
    flair: 'Help',
    title: 'Does anybody have a ladder longer than five meters?',
    blocks: text(
      'The gutter over the bakery has come loose on one side and hums in the wind. I can fix it in ten minutes if I can reach it.',
      'I bring it back the same day, with bread.',
    ),
    up: ['demo_faye', 'demo_emi'],
    views: 9,
    comments: [
      {
        by: 'demo_dov',
        after: 35,
        text: 'Six meters, behind the boat shed. The key is with Hana.',
        up: ['demo_gil'],
      },
      { by: 'demo_gil', after: 60 * 26, text: 'Done, and back in the shed. The bread is on your step.' },
    ],
  },
  {
    by: 'demo_hana',
    age: 15 * 24,
    tokenName: 'FORUM',
    flair: 'Making',
    title: 'Repair evening: what we mended, and what won',
    hero: 'workshop.svg',
    blocks: [
      ...text(
        'Fourteen people, nine tools nobody had a name for, one rule: <mark>you hold the screwdriver yourself</mark>.',
      ),
      list(
        'ordered',
        'Three bicycles, all brakes',
        'A radio (dust)',
        'A toaster (a coin)',
        'One chair that is now two stools',
      ),
      {
        type: 'quote',
        data: { text: 'It was only the plug. It is always only the plug.', caption: 'Dov, holding a lamp' },
      },
      { type: 'delimiter', data: {} },
      ...text(
        'The next one is on the last Friday. Bring the thing <i>and</i> the noise it makes: a recording is fine.',
      ),
    ],
    up: ['demo_ada', 'demo_ben', 'demo_dov', 'demo_gil'],
    views: 16,
    comments: repairTalk,
  },
  {
    by: 'demo_dov',
    age: 5 * 24,
    tokenName: 'FORUM',
    flair: 'Walks',
    title: 'From the mill to the market without meeting a car',
    blocks: [
      ...text('Forty minutes, one stile, two benches. With the footbridge open again it is a proper round.'),
      video('river', 'The river from the second bench, four seconds'),
      picture('map.svg', 'Not to scale, and north is where you want it'),
      heading('On the way', 3),
      list(
        'ordered',
        'Start at the mill, keep the water on your right',
        'Over the footbridge',
        'Up the steps behind the dairy',
      ),
      { type: 'audio', data: { url: media('bell.wav'), caption: 'The bell at noon, so that you know you are late' } },
    ],
    up: ['demo_ada', 'demo_cleo', 'demo_emi', 'demo_faye', 'demo_hana', 'demo_gil'],
    views: 17,
    comments: walkTalk,
  },
  {
    by: 'demo_cleo',
    age: 4 * 24,
    tokenName: 'FORUM',
    flair: 'News',
    kind: 'story',
    title: 'What the ferry was for',
    hero: 'ferry.svg',
    blocks: [
      ...text(
        'For eleven months four members of the rowing club got up at half past five. They carried <b>2,140 people</b> and nine bicycles, and lost one hat.',
        'They kept a book. Most of what is in it is the weather. Here and there it is something else: who sang, who did not speak, who brought soup.',
      ),
      {
        type: 'quote',
        data: {
          text: 'Fog. Rang the bell so that he would find us. He had a bell too.',
          caption: 'The ferry book, in November',
        },
      },
      ...text('The book will stand in the library, beside the ones about larger rivers.'),
    ],
    up: ['demo_ada', 'demo_ben', 'demo_dov', 'demo_faye'],
    views: 15,
    comments: quietTalk,
  },
  {
    by: 'demo_ben',
    age: 3 * 24,
    tokenName: 'FORUM',
    flair: 'Ideas',
    title: 'What should the square get first?',
    blocks: text('There is money for one thing this year. The council reads along, quietly.'),
    poll: {
      options: ['A drinking fountain', 'Shade: four trees', 'A table with a chessboard', 'Better light'],
      votes: { demo_ada: 1, demo_cleo: 1, demo_dov: 2, demo_emi: 1, demo_faye: 0, demo_hana: 1, demo_gil: 3 },
    },
    up: ['demo_cleo', 'demo_emi', 'demo_hana'],
    down: ['demo_gil'],
    views: 19,
    comments: bridgeTalk,
  },
  {
    by: 'demo_ada',
    age: 2 * 24,
    tokenName: 'FORUM',
    flair: 'Making',
    title: 'Playing the old mill wheel',
    blocks: [
      ...text(
        'Somebody asked whether the wheel is in tune. It is not, but it is loud. Two things by others for comparison:',
      ),
      {
        type: 'embed',
        data: {
          service: 'youtube',
          source: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
          caption: 'An open film, for no reason but its meadow',
        },
      },
      { type: 'linkTool', data: { link: '{PARTNER_URL}/articles/footbridge-reopens.html' } },
      ...text('If you come by with a recorder: the latch of the side door is <code>lift, then pull</code>.'),
    ],
    up: ['demo_hana'],
    views: 8,
  },
  {
    by: 'demo_emi',
    age: 30,
    tokenName: 'FORUM',
    flair: 'Help',
    title: 'Found: one glove, left, very small',
    preview: 'glove.svg',
    blocks: text('Red, with a fox on it. It sits on the fence post by the school and looks hopeful.'),
    up: ['demo_dov', 'demo_faye'],
    views: 10,
    comments: [{ by: 'demo_faye', after: 90, text: 'The fox has been collected. Thank you!', up: ['demo_emi'] }],
  },
  {
    by: 'demo_gil',
    age: 20,
    tokenName: 'FORUM',
    flair: 'Ideas',
    title: 'A library of things that are not books',
    preview: 'shelf.svg',
    blocks: [
      ...text(
        'We own, between us, eleven drills. Each of them is used for nine minutes a year. A shelf in the mill would do:',
      ),
      list('unordered', 'Drill, tile cutter, tall ladder', 'Cake tins in odd shapes', 'A projector and a sheet'),
      ...text('I would write the list and keep the key for the first half year.'),
    ],
    up: ['demo_ada', 'demo_dov', 'demo_hana', 'demo_emi', 'demo_faye'],
    views: 13,
    comments: [
      { by: 'demo_hana', after: 40, text: 'Put me down for the sewing machine. It needs company.', up: ['demo_gil'] },
      {
        by: 'demo_ben',
        after: 75,
        text: 'Who pays when the tile cutter comes back as two tile cutters?',
        replies: [
          { by: 'demo_gil', after: 20, text: 'A jar with a slit in its lid. So far it has always been enough.' },
          { by: 'demo_ada', after: 45, text: '@demo_ben the jar, and then the repair evening.', up: ['demo_gil'] },
        ],
      },
    ],
  },
  {
    by: 'demo_hana',
    age: 11,
    tokenName: 'FORUM',
    flair: 'News',
    title: 'When shall the repair evening begin?',
    blocks: text('Results are shown when you have voted, so that nobody votes for the winner.'),
    poll: {
      options: ['Six', 'Half past six', 'Seven'],
      settings: { results: 'afterVote' },
      votes: { demo_dov: 1, demo_gil: 2, demo_ada: 1 },
    },
    up: [],
    views: 6,
  },
  {
    by: 'demo_dov',
    age: 26,
    tokenName: 'FORUM',
    flair: 'Walks',
    title: 'Hello, שלום, سلام, Привет, こんにちは: the walking group greets in every language it has',
    blocks: text('Sunday, ten o’clock, at the mill. Rain moves it indoors, and then it is a sitting group.'),
    up: ['demo_emi', 'demo_cleo'],
    views: 5,
  },
]

const MARKET = 'Should the market square be car-free on Saturdays?'

/** A question that divides the town, and two responses. */
const marketPosts: DemoPost[] = [
  {
    by: 'demo_ben',
    age: 10,
    tokenName: 'FORUM',
    flair: 'Ideas',
    title: MARKET,
    hero: 'square.svg',
    blocks: [
      ...text(
        'The council would like to close the square to cars on market days, <b>from ten to six</b>. Nothing is decided. I take the minutes, so I will bring whatever you write here to the meeting.',
      ),
      list(
        'unordered',
        'Deliveries stay possible before eight',
        'The number 4 would stop on Mill Lane',
        'The ring road takes the through traffic',
      ),
      ...text('What would you lose? What would you gain? And what has the plan forgotten?'),
    ],
    poll: {
      options: ['Yes, ten to six', 'Yes, but only until two', 'Try it for six Saturdays first', 'No'],
      votes: {
        demo_ada: 0,
        demo_dov: 0,
        demo_emi: 2,
        demo_faye: 0,
        demo_gil: 2,
        demo_hana: 2,
        demo_ivy: 1,
        demo_juno: 0,
        demo_kit: 0,
        demo_lou: 1,
        demo_nia: 0,
        demo_mo: 3,
      },
    },
    up: ['demo_ada', 'demo_dov', 'demo_emi', 'demo_faye', 'demo_hana', 'demo_ivy', 'demo_juno', 'demo_kit', 'demo_nia'],
    down: ['demo_mo'],
    views: 34,
    comments: marketTalk,
  },
  {
    by: 'demo_lou',
    age: 8,
    tokenName: 'FORUM',
    flair: 'Ideas',
    respondsTo: MARKET,
    title: 'Saturday, seen from behind the bakery counter',
    hero: 'bakery.svg',
    blocks: text(
      'Six o’clock: the first three customers come on foot. Seven: the flour. Nine: people circle the square for a place to stop, see the queue, and drive on. I can see them see it.',
      'On the day of the street fair there were no cars and no places to stop, and we sold out by eleven. That is one day and one bakery. But it is what I saw.',
    ),
    up: ['demo_ben', 'demo_ada', 'demo_hana', 'demo_nia', 'demo_kit'],
    views: 15,
    comments: [
      {
        by: 'demo_ben',
        after: 22,
        text: 'May I read this out at the meeting? It is the first account from the other side of the glass.',
        up: ['demo_lou', 'demo_ada'],
        replies: [
          {
            by: 'demo_lou',
            after: 90,
            text: 'Please do. I will be asleep.',
            up: ['demo_ben', 'demo_faye', 'demo_kit'],
          },
        ],
      },
    ],
  },
  {
    by: 'demo_nia',
    age: 6,
    tokenName: 'FORUM',
    flair: 'Ideas',
    respondsTo: MARKET,
    title: 'The count, with stickers',
    blocks: [
      ...text('One Saturday in May, ten to noon, from the bench by the fountain that isn’t there yet:'),
      {
        type: 'table',
        data: {
          withHeadings: true,
          content: [
            ['What', 'How many', 'Stopped'],
            ['Cars', '212', '72'],
            ['Bicycles', '37', '30'],
            ['People on foot', '318', 'all, to talk'],
            ['Horses', '1', '1'],
          ],
        },
      },
      ...text('Anybody who wants to add it up again, here is how I did:'),
      { type: 'code', data: { code: 'sort crossings.txt | uniq --count', language: 'Shell' } },
      ...text('I can do it again on the first closed Saturday, so that we can compare.'),
    ],
    up: ['demo_ben', 'demo_ada', 'demo_juno', 'demo_kit', 'demo_cleo', 'demo_faye'],
    views: 11,
    comments: [
      { by: 'demo_faye', after: 40, text: 'The horse is mine on Thursdays.', up: ['demo_nia', 'demo_emi', 'demo_gil'] },
    ],
  },
]

/** Posts about gardening. */
const gardenPosts: DemoPost[] = [
  {
    by: 'demo_emi',
    age: 9 * 24,
    tokenName: 'GARDEN',
    flair: 'Seeds',
    title: 'Swap list: what I have too much of',
    preview: 'garden.svg',
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
    preview: 'bean.svg',
    blocks: text('It is one bean. It is a very good bean.'),
    up: ['demo_emi', 'demo_hana', 'demo_gil', 'demo_ada'],
    views: 7,
    comments: [{ by: 'demo_emi', after: 30, text: 'How will you divide it?', up: ['demo_faye', 'demo_gil'] }],
  },
]

/** All demo posts, oldest first. */
export const posts: DemoPost[] = [...forumPosts, ...marketPosts, riverStory, ...gardenPosts, ...darkSkyPosts].sort(
  (one, other) => other.age - one.age,
)
