import type { PostDocument } from '@stoa/contract'

/** One block of each kind. */
export const allBlocks: PostDocument = {
  blocks: [
    { id: 'a', type: 'header', data: { text: 'The footbridge reopens', level: 2 } },
    {
      id: 'b',
      type: 'paragraph',
      data: {
        text: 'After <b>eleven months</b> the <i>footbridge</i> over the Ems is <mark>open again</mark>, says <a href="https://example.com/council">the council</a>. The gate opens at <code>07:00</code>, not <s>06:00</s>, and it is <u>free</u>.',
      },
    },
    {
      id: 'c',
      type: 'list',
      data: {
        style: 'unordered',
        items: [
          { content: 'Walkers', items: [{ content: 'with dogs', items: [] }] },
          { content: 'Cyclists, who push', items: [] },
        ],
      },
    },
    {
      id: 'd',
      type: 'list',
      data: {
        style: 'ordered',
        meta: { start: 3, counterType: 'upper-roman' },
        items: [{ content: 'Third', items: [] }],
      },
    },
    {
      id: 'm',
      type: 'list',
      data: {
        style: 'checklist',
        items: [
          { content: 'Nail the planks', meta: { checked: true }, items: [] },
          { content: 'Paint the rail', meta: { checked: false }, items: [] },
        ],
      },
    },
    { id: 'e', type: 'quote', data: { text: 'We have waited long enough.', caption: 'A neighbor' } },
    { id: 'f', type: 'warning', data: { title: 'Mind', message: 'The planks are wet in the morning.' } },
    { id: 'g', type: 'delimiter', data: {} },
    {
      id: 'h',
      type: 'image',
      data: {
        file: { url: '/media/demo/footbridge.png', width: 1200, height: 800 },
        caption: 'From the south bank',
        alt: 'A narrow bridge of wood over a river',
        withBorder: true,
      },
    },
    { id: 'i', type: 'video', data: { url: '/media/demo/opening.mp4', caption: 'The first walkers' } },
    { id: 'j', type: 'audio', data: { url: '/media/demo/speech.mp3', caption: 'The speech' } },
    { id: 'k', type: 'embed', data: { service: 'youtube', source: 'https://youtu.be/dQw4w9WgXcQ', caption: '' } },
    {
      id: 'l',
      type: 'linkTool',
      data: { link: 'https://example.com/bridge', meta: { title: 'The plan', description: 'As the council has it' } },
    },
    { id: 'n', type: 'code', data: { code: 'const open = true\nif (open) walk()', language: 'JavaScript' } },
    {
      id: 'o',
      type: 'table',
      data: {
        withHeadings: true,
        content: [
          ['Day', 'Walkers'],
          ['Monday', '120'],
        ],
      },
    },
    { id: 'p', type: 'raw', data: { html: '<b>kept</b>' } } as never,
  ],
}
