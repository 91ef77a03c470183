import type { Post } from '@stoa/contract'

/** A picture of two colours, drawn in its own address: stories and tests ask no server for anything. */
export function picture({ width, height, hue }: { width: number; height: number; hue: number }): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 62%)"/><stop offset="1" stop-color="hsl(${hue + 50} 50% 32%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="72%" cy="34%" r="14%" fill="hsl(${hue + 20} 70% 82% / .7)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The `postContent` of some blocks. */
export function content(...blocks: { type: string; data: unknown }[]): string {
  return JSON.stringify({ time: 1760000000000, version: '2.30.0', blocks })
}

export const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
export const header = (level: number, text: string) => ({ type: 'header', data: { text, level } })

/** An essay of usual length. */
export const essay = content(
  paragraph(
    'For a century the reading room had one rule: whoever opened the shutters in the morning chose the first book. It sounds like a small power. It decided, <i>more than any committee</i>, what the town talked about at supper.',
  ),
  paragraph(
    'When the new building came, with its <mark>automatic blinds</mark> and its catalogue on screens, nobody thought to write the rule down. It had never been a rule, only a habit, and habits do not survive a move.',
  ),
  header(2, 'What a habit carries'),
  paragraph(
    'A habit is a decision that was made once, by somebody who may be long gone, and that everybody else has been spared since. Take it away and the decision comes back, every morning, to people who have other things to do.',
  ),
  {
    type: 'quote',
    data: {
      text: 'We did not lose the book. We lost the reason to be there at eight.',
      caption: 'A reader, in the guest book',
    },
  },
  paragraph('Three things were tried:'),
  {
    type: 'list',
    data: {
      style: 'ordered',
      items: [
        { content: 'A <b>rota</b>, which lasted nine days.', items: [] },
        {
          content: 'A prize, which',
          items: [
            { content: 'made people come earlier,', items: [] },
            { content: 'and made them leave earlier too.', items: [] },
          ],
        },
        { content: 'Shutters. Wooden ones, with a rope.', items: [] },
      ],
    },
  },
  header(3, 'The rope'),
  paragraph(
    'The rope is frayed where hands have held it. You can read the whole account in <a href="https://example.org/reading-room">the archive of the reading room</a>, or look for <code>shutters AND rope</code> in its catalogue.',
  ),
  { type: 'delimiter', data: {} },
  paragraph('The first book this morning was a field guide to mosses. At supper, the town talked about moss.'),
)

/** A post that is plainly fictional, with any field replaced. */
export function examplePost(changes: Partial<Post> = {}): Post {
  return {
    id: '0AAAAAAAAAAAAAAAAAA1',
    slugUrl: 'the-first-book-of-the-day',
    title: 'The first book of the day',
    status: 0,
    kind: 'story',
    tokenName: 'FORUM',
    communityTitle: 'The Forum',
    publisherId: '0AAAAAAAAAAAAAAAAAU1',
    publisherName: 'demo_mira',
    publisherProfileName: 'Mira Demo',
    publisherSlugUrl: 'mira-demo',
    publisherImageUrl: '',
    createdByWhitelistedUser: true,
    createdAt: Date.UTC(2026, 9, 4, 8, 30),
    scheduledAt: null,
    editedAt: null,
    activeAt: Date.UTC(2026, 9, 4, 11),
    excerpt:
      'For a century the reading room had one rule: whoever opened the shutters in the morning chose the first book.',
    heroImage: null,
    flairIds: ['0AAAAAAAAAAAAAAAAAF1'],
    flairs: [{ id: '0AAAAAAAAAAAAAAAAAF1', name: 'Libraries' }],
    isPinned: false,
    pinnedTime: null,
    isSyndicated: false,
    numComments: 48,
    totalViews: 12_840,
    reactionsCount: { 'thumb-up': 214, 'thumb-down': 3 },
    parentPostId: null,
    externalArticleId: null,
    articleUrl: null,
    pollOptions: null,
    pollSettings: null,
    pollValues: null,
    pollTotalVoters: 0,
    moderationScore: null,
    postContent: essay,
    ...changes,
  }
}
