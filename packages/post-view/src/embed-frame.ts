import { httpUrl } from '@stoa/contract'

/**
 * The space of a frame: 16:9, 9:16, or a fixed height: a post (600 px), a pane (420 px), a player bar (166 px). A name
 * instead of a number, because strict content security policies refuse style attributes.
 */
export type EmbedShape = 'wide' | 'tall' | 'post' | 'pane' | 'bar'

/** An external player or post whose frame may be loaded after a click. */
export interface EmbedFrame {
  kind: 'frame'
  /** Display name of the service. */
  provider: string
  /** Address of the frame, built from validated parts. */
  src: string
  /** Address of the page shown in the frame, for people without it. */
  source: string
  shape: EmbedShape
}

/** An external page that can't be framed, or whose service is not on the list. */
export interface EmbedLink {
  kind: 'link'
  /** Name of the service, or the host of the page. */
  provider: string
  source: string
}

type FramePart = Pick<EmbedFrame, 'src' | 'shape'>

interface Provider {
  name: string
  /** Values of a block's `service` that name this provider. */
  services: readonly string[]
  hosts: readonly string[]
  /** The frame's address, or null if the page can't be framed. */
  frame: (source: URL) => FramePart | null
}

const providers: readonly Provider[] = [
  {
    name: 'YouTube',
    services: ['youtube'],
    hosts: [
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
      'www.youtube-nocookie.com',
    ],
    frame: youtubeFrame,
  },
  { name: 'Vimeo', services: ['vimeo'], hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'], frame: vimeoFrame },
  {
    name: 'X',
    services: ['twitter', 'x', 'tweet'],
    hosts: [
      'twitter.com',
      'www.twitter.com',
      'mobile.twitter.com',
      'x.com',
      'www.x.com',
      'platform.twitter.com',
      'twitframe.com',
    ],
    frame: tweetFrame,
  },
  {
    name: 'Instagram',
    services: ['instagram'],
    hosts: ['instagram.com', 'www.instagram.com', 'instagr.am'],
    frame: instagramFrame,
  },
  { name: 'CodePen', services: ['codepen'], hosts: ['codepen.io', 'www.codepen.io'], frame: codepenFrame },
  {
    name: 'SoundCloud',
    services: ['soundcloud'],
    hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
    frame: soundcloudFrame,
  },
  { name: 'Spotify', services: ['spotify'], hosts: ['open.spotify.com'], frame: spotifyFrame },
  { name: 'GitHub Gist', services: ['github', 'gist'], hosts: ['gist.github.com'], frame: () => null },
]

/**
 * What an embed block shows: a frame of an allowed service, with an address rebuilt from the parts of `source`, else a
 * link card. Null if `source` isn't an http(s) address. A document's `embed` is never used.
 */
export function embedFrame(service: string, source: string): EmbedFrame | EmbedLink | null {
  const url = httpUrl(source)
  if (!url) return null
  const provider = providers.find(
    ({ services, hosts }) => services.includes(service.toLowerCase()) && hosts.includes(url.hostname),
  )
  const frame = provider?.frame(url)
  if (!provider || !frame) {
    return { kind: 'link', provider: provider?.name ?? url.hostname.replace(/^www\./, ''), source: url.href }
  }
  return { kind: 'frame', provider: provider.name, source: url.href, ...frame }
}

/** The id of a post on X: the text after `id=` if there is one, else the number after `/status/`. */
export function tweetId(source: string): string | null {
  return /[?&#]id=(\d{1,20})(?!\d)/.exec(source)?.[1] ?? /\/status(?:es)?\/(\d{1,20})(?!\d)/.exec(source)?.[1] ?? null
}

function youtubeFrame(source: URL): FramePart | null {
  const [first, second] = pathParts(source)
  const isShort = source.hostname === 'youtu.be'
  const pathId = first !== undefined && ['embed', 'shorts', 'live', 'v'].includes(first) ? second : undefined
  const id = isShort ? first : (source.searchParams.get('v') ?? pathId)
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return null
  const start = seconds(source.searchParams.get('start') ?? source.searchParams.get('t'))
  const query = start > 0 ? `?autoplay=1&start=${start}` : '?autoplay=1'
  return {
    src: `https://www.youtube-nocookie.com/embed/${id}${query}`,
    shape: first === 'shorts' ? 'tall' : 'wide',
  }
}

function vimeoFrame(source: URL): FramePart | null {
  const parts = pathParts(source)
  const at = parts.findIndex((part) => /^\d{1,12}$/.test(part))
  if (at === -1) return null
  const key = parts[at + 1] ?? source.searchParams.get('h') ?? ''
  const unlisted = /^[\da-f]{6,20}$/.test(key) ? `&h=${key}` : ''
  return {
    src: `https://player.vimeo.com/video/${parts[at]}?autoplay=1&dnt=1${unlisted}`,
    shape: 'wide',
  }
}

function tweetFrame(source: URL): FramePart | null {
  const id = tweetId(source.href) ?? tweetId(source.searchParams.get('url') ?? '')
  return id === null ? null : { src: `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}`, shape: 'post' }
}

function instagramFrame(source: URL): FramePart | null {
  const parts = pathParts(source)
  const at = parts.findIndex((part) => part === 'p' || part === 'reel' || part === 'tv')
  const code = parts[at + 1]
  if (at === -1 || code === undefined || !/^[\w-]{5,40}$/.test(code)) return null
  return { src: `https://www.instagram.com/${parts[at]}/${code}/embed/`, shape: 'post' }
}

function codepenFrame(source: URL): FramePart | null {
  const [user, kind, id] = pathParts(source)
  if (!user || !/^[\w-]{1,60}$/.test(user) || !id || !/^[\w-]{4,40}$/.test(id)) return null
  if (kind !== 'pen' && kind !== 'embed' && kind !== 'full' && kind !== 'details') return null
  return { src: `https://codepen.io/${user}/embed/${id}?default-tab=result`, shape: 'pane' }
}

function soundcloudFrame(source: URL): FramePart | null {
  const parts = pathParts(source)
  if (parts.length < 2 || !parts.every((part) => /^[\w-]{1,120}$/.test(part))) return null
  const page = encodeURIComponent(`https://soundcloud.com/${parts.join('/')}`)
  return {
    src: `https://w.soundcloud.com/player/?url=${page}&auto_play=true`,
    shape: parts[1] === 'sets' ? 'pane' : 'bar',
  }
}

function spotifyFrame(source: URL): FramePart | null {
  const parts = pathParts(source).filter((part) => part !== 'embed' && !part.startsWith('intl-'))
  const [kind, id] = parts
  if (!kind || !['track', 'album', 'playlist', 'episode', 'show', 'artist'].includes(kind)) return null
  if (!id || !/^[\dA-Za-z]{10,40}$/.test(id)) return null
  return {
    src: `https://open.spotify.com/embed/${kind}/${id}`,
    shape: kind === 'track' || kind === 'episode' ? 'bar' : 'pane',
  }
}

function pathParts(url: URL): string[] {
  return url.pathname.split('/').filter((part) => part !== '')
}

/** Seconds of a time such as `90`, `90s` or `1h2m3s`; 0 if it is invalid. */
function seconds(time: string | null): number {
  const match = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '')
  return match ? Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) : 0
}
