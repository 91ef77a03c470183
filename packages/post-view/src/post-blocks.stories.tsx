import { content, exampleEssay, header, paragraph } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { PostBlocks } from './post-blocks.tsx'
import { type ImageData, type PostBlock, readBlocks } from './read-blocks.ts'

const meta = {
  title: 'Post view/PostBlocks',
  component: PostBlocks,
  parameters: { width: '44rem' },
} satisfies Meta<typeof PostBlocks>
export default meta
type Story = StoryObj<typeof meta>

/** A picture of any size, as a data address. */
function picture({ width, height, hue }: { width: number; height: number; hue: number }): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 62%)"/><stop offset="1" stop-color="hsl(${hue + 50} 50% 32%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="72%" cy="34%" r="14%" fill="hsl(${hue + 20} 70% 82% / .7)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const image = (changes: Partial<ImageData>): ImageData => ({
  type: 'image',
  url: picture({ width: 960, height: 540, hue: 190 }),
  size: { width: 960, height: 540 },
  caption: '',
  stretched: false,
  withBorder: false,
  withBackground: false,
  ...changes,
})
const embeds = (...pages: [service: string, source: string][]): PostBlock[] =>
  pages.map(([service, source]) => ({ type: 'embed', service, source, caption: '' }))

/** Text of usual length: paragraphs, headings, a quote, a list, a delimiter. */
export const Essay: Story = { args: { blocks: readBlocks(exampleEssay) } }

/** All inline marks. */
export const InlineMarkup: Story = {
  args: {
    blocks: readBlocks(
      content(
        paragraph(
          '<b>Bold</b>, <i>italic</i>, <u>underlined</u>, <s>struck out</s>, <mark>marked</mark>, <code>code</code>, a <a href="https://example.org">link</a>, and a line<br>that breaks. What is no markup is text: <script>, 1 &lt; 2 &amp; 3.',
        ),
      ),
    ),
  },
}

/** Every level. The highest one in a text becomes the page's second level, below its title. */
export const Headings: Story = {
  args: {
    blocks: readBlocks(content(...[1, 2, 3, 4, 5, 6].map((level) => header(level, `A heading of level ${level}`)))),
  },
}

/** Numbered and bulleted, with any nesting. */
export const Lists: Story = {
  args: {
    blocks: (['unordered', 'ordered'] as const).map((style) => ({
      type: 'list',
      style,
      items: [
        { content: 'Wide', items: [{ content: 'Fisheye', items: [{ content: '15 mm', items: [] }] }] },
        {
          content: 'Normal, with a text so long that it needs a second line on every screen but the widest ones',
          items: [],
        },
        { content: 'Tele', items: [] },
      ],
    })),
  },
}

/** With checkboxes, and numbers with another start or letters. */
export const ListOptions: Story = {
  args: {
    blocks: [
      {
        type: 'list',
        style: 'checklist',
        items: [
          {
            content:
              'Nail the planks, which takes two people and a dry day, and then some more words for a second line',
            meta: { checked: true },
            items: [{ content: 'Count the nails', meta: { checked: true }, items: [] }],
          },
          { content: 'Paint the rail', items: [] },
        ],
      },
      ...(['numeric', 'lower-alpha', 'upper-roman'] as const).map((counterType) => ({
        type: 'list' as const,
        style: 'ordered' as const,
        start: 9,
        counterType,
        items: [
          { content: 'The ninth', items: [{ content: 'and what is below', items: [] }] },
          { content: 'The tenth', items: [] },
        ],
      })),
    ],
  },
}

/** Web addresses in a text are links, except in code. */
export const WebAddresses: Story = {
  args: {
    blocks: readBlocks(
      content(
        paragraph('See https://example.org/plan?year=2026&amp;part=(2), or <code>https://example.org/</code> in code.'),
      ),
    ),
  },
}

/** Plain, and with a caption. */
export const Image: Story = {
  args: { blocks: [image({}), image({ caption: 'The north wall in spring. <i>Drawn for this story.</i>' })] },
}

/** Smaller than the text, stretched, with a border, on a background. */
export const ImageOptions: Story = {
  args: {
    blocks: [
      image({
        url: picture({ width: 240, height: 180, hue: 20 }),
        size: { width: 240, height: 180 },
        caption: 'As it is',
      }),
      image({
        url: picture({ width: 240, height: 180, hue: 60 }),
        size: { width: 240, height: 180 },
        stretched: true,
        caption: 'Stretched',
      }),
      image({ url: picture({ width: 640, height: 400, hue: 100 }), withBorder: true, caption: 'With a border' }),
      image({
        url: picture({ width: 240, height: 180, hue: 140 }),
        size: { width: 240, height: 180 },
        withBackground: true,
        caption: 'On a ground',
      }),
    ],
  },
}

/** A picture of unknown size, for which 3:2 is reserved. */
export const ImageOfUnknownSize: Story = {
  args: {
    blocks: [
      image({ url: picture({ width: 300, height: 500, hue: 300 }), size: null }),
      { type: 'paragraph', text: 'What stands below never moves.' },
    ],
  },
}

/** A video and a recording. Nothing is loaded before they are played. */
export const VideoAndAudio: Story = {
  args: {
    blocks: [
      {
        type: 'video',
        url: '/missing.mp4',
        image: picture({ width: 960, height: 540, hue: 220 }),
        caption: 'The shutters, opening',
        stretched: false,
        withBorder: false,
      },
      { type: 'audio', url: '/missing.mp3', caption: 'The rope' },
      {
        type: 'audio',
        url: '/missing.mp3',
        captions: `data:text/vtt,${encodeURIComponent('WEBVTT\n\n00:00.000 --> 00:02.000\nPull from the left.')}`,
        caption: 'A recording whose words can be read',
      },
    ],
  },
}

/** External media. Nothing is requested before the reader presses, and the site is named. */
export const ForeignMedia: Story = {
  args: {
    blocks: [
      {
        type: 'video',
        url: 'https://films.example/shutters.mp4',
        image: null,
        caption: 'The shutters, opening',
        stretched: false,
        withBorder: false,
      },
      { type: 'audio', url: 'https://sounds.example/rope.mp3', caption: 'The rope' },
    ],
  },
}

/** If the community allows responses, videos and recordings open full-screen. */
export const MediaThatOpens: Story = { args: { ...VideoAndAudio.args, onOpenResponse: fn() } }

/** External players with covers of the same size. Nothing is requested before the press. */
export const Embeds: Story = {
  args: {
    blocks: embeds(
      ['youtube', 'https://www.youtube.com/watch?v=v7eMYQCNWeE'],
      ['soundcloud', 'https://soundcloud.com/artist/a-song'],
      ['spotify', 'https://open.spotify.com/album/11dFghVXANMlKmJXsNCbNl'],
      ['codepen', 'https://codepen.io/someone/pen/PZwqaB'],
    ),
  },
}

/** External posts and vertical videos. */
export const EmbeddedPosts: Story = {
  args: {
    blocks: embeds(
      ['twitter', 'https://x.com/someone/status/1234567890123'],
      ['instagram', 'https://www.instagram.com/p/B--iRCFHVxI/'],
      ['youtube', 'https://www.youtube.com/shorts/v7eMYQCNWeE'],
    ),
  },
}

/** Services that can't be framed, or are not on the list, become link cards. */
export const EmbedsAsLinks: Story = {
  args: {
    blocks: embeds(
      ['github', 'https://gist.github.com/someone/0123456789abcdef'],
      ['other', 'https://example.org/page'],
    ),
  },
}

/** A link with full, partial and no metadata. */
export const LinkCards: Story = {
  args: {
    blocks: [
      {
        type: 'linkTool',
        link: 'https://example.org/reading-room',
        title: 'The archive of the reading room',
        description:
          'All guest books since the shutters were painted green, with an index of readers and a list of first books by day.',
        image: picture({ width: 320, height: 240, hue: 40 }),
      },
      {
        type: 'linkTool',
        link: 'https://example.org/moss',
        title: 'A field guide to mosses',
        description: '',
        image: null,
      },
      { type: 'linkTool', link: 'https://example.org/a/page/without/a/title', title: '', description: '', image: null },
    ],
  },
}

/** A table with headings, one that is wider than the text, and one whose rows differ in length. */
export const Table: Story = {
  args: {
    blocks: readBlocks(
      content(
        {
          type: 'table',
          data: {
            withHeadings: true,
            content: [
              ['Day', 'First book', 'Readers'],
              ['Monday', '<i>Mosses</i>', '14'],
              ['Tuesday', '<a href="https://example.org">The Rope</a>', '9'],
            ],
          },
        },
        {
          type: 'table',
          data: { content: [Array.from({ length: 12 }, (_, index) => `Column ${index + 1}`), ['1', '2']] },
        },
      ),
    ),
  },
}

/** Program code with its language, and with lines longer than the text. */
export const Code: Story = {
  args: {
    blocks: [
      {
        type: 'code',
        language: 'TypeScript',
        code: 'for (const book of shelf) {\n\tif (book.isOpen) close(book) // <b>not bold</b>\n}',
      },
      { type: 'code', language: '', code: `curl https://example.org/${'path/'.repeat(40)}` },
    ],
  },
}

/** A highlighted note. */
export const Warning: Story = {
  args: {
    blocks: [
      { type: 'warning', title: 'Mind the rope', message: 'It is frayed. Pull from the <b>left</b>.' },
      { type: 'warning', title: '', message: 'A note without a title is just that.' },
    ],
  },
}

/** Unknown blocks are labeled and keep their text. */
export const Unsupported: Story = {
  args: {
    blocks: readBlocks(
      content(
        paragraph('Before.'),
        { type: 'timeline', data: { events: [{ day: 'Monday', book: 'Mosses' }] } },
        { type: 'image', data: { file: { url: 'nowhere' }, caption: 'A lost picture' } },
        paragraph('After.'),
      ),
    ),
  },
}

/** Words and addresses longer than a line. */
export const LongWords: Story = {
  args: {
    blocks: readBlocks(
      content(
        header(2, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)),
        paragraph(
          `${'x'.repeat(300)} <a href="https://example.org/">https://example.org/${'path/'.repeat(40)}</a> <code>${'code_'.repeat(60)}</code>`,
        ),
      ),
    ),
  },
}

/** Texts of both directions in one post, each with its own. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    blocks: readBlocks(
      content(
        header(2, 'أول كتاب في اليوم'),
        paragraph(
          'لم تكن القاعدة مكتوبة قط. كانت <b>عادة</b>، والعادات لا تنجو من الانتقال إلى <a href="https://example.org">مبنى جديد</a>.',
        ),
        {
          type: 'list',
          data: {
            style: 'ordered',
            items: ['المصاريع', { content: 'الحبل', items: [{ content: 'من اليسار', items: [] }] }],
          },
        },
        { type: 'quote', data: { text: 'لم نفقد الكتاب، بل فقدنا سبب الحضور في الثامنة.', caption: 'قارئ' } },
        paragraph('And a paragraph in English in between.'),
        { type: 'warning', data: { title: 'انتبه للحبل', message: 'اسحب من اليسار.' } },
        { type: 'embed', data: { service: 'vimeo', source: 'https://vimeo.com/289836809' } },
      ),
    ),
  },
}

/** In the dark. */
export const Dark: Story = {
  globals: { theme: 'dark' },
  args: {
    blocks: [
      ...readBlocks(exampleEssay),
      ...(Embeds.args?.blocks?.slice(0, 1) ?? []),
      ...(Warning.args?.blocks ?? []),
      ...(LinkCards.args?.blocks ?? []),
    ],
  },
}

/** On a narrow phone. */
export const Narrow: Story = {
  args: { ...Dark.args },
  parameters: { width: '312px' },
}
