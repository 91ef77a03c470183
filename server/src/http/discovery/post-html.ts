import {
  type DocumentBlock,
  httpUrl,
  type InlineNode,
  isBlock,
  type ListItem,
  type PostDocument,
  parseInline,
} from '@stoa/contract'

/** A video or recording of a post. */
export interface PostFile {
  url: string
  kind: 'video' | 'audio'
}

/** A post's text for readers of feeds. */
export interface PostHtml {
  html: string
  /** Whether it ends before the post. */
  isCut: boolean
  /** The first distinct ones of the whole post, in order. */
  files: PostFile[]
  /** Characters of the text and the files' addresses. */
  length: number
}

/** Files per post. */
const FILES_MAX = 10

/**
 * A post's published content as HTML without scripts, styles and frames, with absolute addresses. Blocks that don't fit
 * into `max` characters, and all after them, are left out, and so are files whose addresses don't fit into as many.
 * `content`: the document as browsers get it.
 */
export function postHtml(content: string, { origin, max }: { origin: string; max: number }): PostHtml {
  const { blocks } = documentOf(content)
  const files = new Map<string, PostFile>()
  let filesLength = 0
  let html = ''
  let isCut = false
  for (const block of blocks) {
    const mayHaveFile = files.size < FILES_MAX && (isBlock(block, 'video') || isBlock(block, 'audio'))
    const url = mayHaveFile ? addressOf(fileOf(block), origin) : null
    const length = url === null ? 0 : escapeHtml(url).length
    if (mayHaveFile && url !== null && !files.has(url) && filesLength + length <= max) {
      files.set(url, { url, kind: block.type })
      filesLength += length
    }
    if (isCut) continue
    const part = blockHtml(block, origin)
    isCut = html.length + part.length > max
    if (!isCut) html += part
  }
  return { html, isCut, files: [...files.values()], length: html.length + filesLength }
}

/** Text as HTML, also within attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function documentOf(content: string): PostDocument {
  try {
    return JSON.parse(content) as PostDocument
  } catch {
    // Content that isn't JSON is plain text.
    return { blocks: [{ type: 'paragraph', data: { text: escapeHtml(content) } }] }
  }
}

function blockHtml(block: DocumentBlock, origin: string): string {
  const link = (url: string, text: string) => {
    const href = addressOf(url, origin)
    return href === null ? '' : `<p><a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a></p>`
  }
  if (isBlock(block, 'paragraph')) return `<p>${inline(block.data.text)}</p>`
  if (isBlock(block, 'header')) return `<h${block.data.level}>${inline(block.data.text)}</h${block.data.level}>`
  if (isBlock(block, 'list')) return listHtml(block.data.items, block.data.style === 'ordered' ? 'ol' : 'ul')
  if (isBlock(block, 'checklist')) {
    return listHtml(
      block.data.items.map(({ text }) => text),
      'ul',
    )
  }
  if (isBlock(block, 'table')) return tableHtml(block.data)
  if (isBlock(block, 'code')) return `<pre><code>${escapeHtml(block.data.code)}</code></pre>`
  if (isBlock(block, 'delimiter')) return '<hr>'
  if (isBlock(block, 'quote')) {
    const { text, caption = '' } = block.data
    return `<blockquote><p>${inline(text)}</p>${caption && `<p><cite>${inline(caption)}</cite></p>`}</blockquote>`
  }
  if (isBlock(block, 'warning')) {
    return `<p><strong>${inline(block.data.title)}</strong></p><p>${inline(block.data.message)}</p>`
  }
  if (isBlock(block, 'image')) {
    const { file, caption, alt = '' } = block.data
    return figure(imageHtml(addressOf(file.url, origin), alt), caption)
  }
  if (isBlock(block, 'simpleImage')) return figure(imageHtml(addressOf(block.data.url, origin), ''), block.data.caption)
  if (isBlock(block, 'video')) {
    const poster = addressOf(block.data.image, origin)
    return figure(playerHtml('video', { url: addressOf(fileOf(block), origin), poster }), block.data.caption)
  }
  if (isBlock(block, 'audio')) {
    return figure(playerHtml('audio', { url: addressOf(fileOf(block), origin), poster: null }), block.data.caption)
  }
  if (isBlock(block, 'embed')) return link(block.data.source, '')
  if (isBlock(block, 'linkTool')) return link(block.data.link, block.data.meta?.title ?? '')
  // A block of another editor is shown on the page only.
  return ''
}

function fileOf(block: DocumentBlock): string {
  if (isBlock(block, 'video')) return block.data.cdn?.mp4Url || block.data.url
  return isBlock(block, 'audio') ? block.data.url : ''
}

/** The absolute address; null if there is none. */
function addressOf(url: string | undefined, origin: string): string | null {
  return (url && httpUrl(url.startsWith('/') ? origin + url : url)?.href) || null
}

function imageHtml(url: string | null, alt: string): string {
  return url === null ? '' : `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`
}

function playerHtml(name: PostFile['kind'], { url, poster }: { url: string | null; poster: string | null }): string {
  if (url === null) return ''
  return `<${name} controls src="${escapeHtml(url)}"${poster === null ? '' : ` poster="${escapeHtml(poster)}"`}></${name}>`
}

function figure(media: string, caption = ''): string {
  if (media === '' && caption === '') return ''
  return `<figure>${media}${caption && `<figcaption>${inline(caption)}</figcaption>`}</figure>`
}

function listHtml(items: readonly (ListItem | string)[], name: 'ol' | 'ul'): string {
  const itemHtml = (item: ListItem | string) =>
    typeof item === 'string'
      ? inline(item)
      : inline(item.content) + (item.items.length > 0 ? listHtml(item.items, name) : '')
  return `<${name}>${items.map((item) => `<li>${itemHtml(item)}</li>`).join('')}</${name}>`
}

function tableHtml({ withHeadings, content }: { withHeadings?: boolean | undefined; content: string[][] }): string {
  const rows = content.map((row, index) => {
    const name = withHeadings && index === 0 ? 'th' : 'td'
    return `<tr>${row.map((cell) => `<${name}>${inline(cell)}</${name}>`).join('')}</tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function inline(source: string): string {
  return parseInline(source).map(nodeHtml).join('')
}

function nodeHtml(node: InlineNode): string {
  if (node.type === 'text') return escapeHtml(node.text)
  if (node.type === 'break') return '<br>'
  const children = node.children.map(nodeHtml).join('')
  return node.type === 'link'
    ? `<a href="${escapeHtml(node.href)}">${children}</a>`
    : `<${node.name}>${children}</${node.name}>`
}
