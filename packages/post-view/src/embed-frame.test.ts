import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EMBED_ORIGINS } from '@stoa/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embedFrame, tweetId } from './embed-frame.ts'

const dataFolder = process.env.STOA_DATA_FOLDER ?? join(import.meta.dirname, '../../../../shared/data')
const urlCorpus = join(dataFolder, 'hostile/url-tests/urltestdata-a.json')

const services = ['youtube', 'vimeo', 'twitter', 'x', 'instagram', 'codepen', 'soundcloud', 'spotify', 'github']

/** Whether an embed leads to an http(s) page, and frames only origins that the forum's pages allow. */
function isSafe(embed: ReturnType<typeof embedFrame>): boolean {
  if (embed === null) return true
  if (!/^https?:\/\//.test(embed.source)) return false
  if (embed.kind === 'link') return true
  const src = new URL(embed.src)
  return (EMBED_ORIGINS as readonly string[]).includes(src.origin) && src.href === embed.src
}

describe('embedFrame', () => {
  it.each([
    [
      'youtube',
      'https://www.youtube.com/watch?v=v7eMYQCNWeE',
      'https://www.youtube-nocookie.com/embed/v7eMYQCNWeE?autoplay=1',
    ],
    [
      'youtube',
      'https://youtu.be/v7eMYQCNWeE?t=1m30s',
      'https://www.youtube-nocookie.com/embed/v7eMYQCNWeE?autoplay=1&start=90',
    ],
    [
      'youtube',
      'https://m.youtube.com/shorts/v7eMYQCNWeE',
      'https://www.youtube-nocookie.com/embed/v7eMYQCNWeE?autoplay=1',
    ],
    [
      'youtube',
      'https://www.youtube.com/embed/v7eMYQCNWeE?start=12',
      'https://www.youtube-nocookie.com/embed/v7eMYQCNWeE?autoplay=1&start=12',
    ],
    ['vimeo', 'https://vimeo.com/289836809', 'https://player.vimeo.com/video/289836809?autoplay=1&dnt=1'],
    [
      'vimeo',
      'https://vimeo.com/channels/staff/289836809',
      'https://player.vimeo.com/video/289836809?autoplay=1&dnt=1',
    ],
    [
      'vimeo',
      'https://vimeo.com/289836809/abc123def0',
      'https://player.vimeo.com/video/289836809?autoplay=1&dnt=1&h=abc123def0',
    ],
    [
      'twitter',
      'https://twitter.com/someone/status/1234567890123',
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1234567890123',
    ],
    [
      'X',
      'https://x.com/someone/status/1234567890123?s=20',
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1234567890123',
    ],
    [
      'twitter',
      'https://platform.twitter.com/embed/index.html?id=99',
      'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=99',
    ],
    ['instagram', 'https://www.instagram.com/p/B--iRCFHVxI/', 'https://www.instagram.com/p/B--iRCFHVxI/embed/'],
    [
      'instagram',
      'https://www.instagram.com/someone/reel/B--iRCFHVxI/',
      'https://www.instagram.com/reel/B--iRCFHVxI/embed/',
    ],
    ['codepen', 'https://codepen.io/someone/pen/PZwqaB', 'https://codepen.io/someone/embed/PZwqaB?default-tab=result'],
    [
      'soundcloud',
      'https://soundcloud.com/artist/a-song',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartist%2Fa-song&auto_play=true',
    ],
    [
      'spotify',
      'https://open.spotify.com/intl-de/track/11dFghVXANMlKmJXsNCbNl',
      'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl',
    ],
  ])('builds the frame of %s from %s', (service, source, src) => {
    expect(embedFrame(service, source)).toMatchObject({ kind: 'frame', src })
  })

  it('keeps the shape of a vertical video', () => {
    expect(embedFrame('youtube', 'https://www.youtube.com/shorts/v7eMYQCNWeE')).toMatchObject({ shape: 'tall' })
    expect(embedFrame('youtube', 'https://youtu.be/v7eMYQCNWeE')).toMatchObject({ shape: 'wide' })
  })

  it.each([
    ['github', 'https://gist.github.com/someone/0123456789abcdef', 'GitHub Gist'],
    ['youtube', 'https://www.youtube.com/@channel', 'YouTube'],
    ['youtube', 'https://youtube.com.evil.example/watch?v=v7eMYQCNWeE', 'youtube.com.evil.example'],
    ['youtube', 'https://evil.example/youtu.be/v7eMYQCNWeE', 'evil.example'],
    ['vimeo', 'https://www.youtube.com/watch?v=v7eMYQCNWeE', 'youtube.com'],
    ['unknown', 'https://www.youtube.com/watch?v=v7eMYQCNWeE', 'youtube.com'],
    ['codepen', 'https://codepen.io/a/pen/..%2f..%2fx', 'CodePen'],
    ['__proto__', 'https://a.example/', 'a.example'],
  ])('renders a link card for %s with %s', (service, source, provider) => {
    expect(embedFrame(service, source)).toMatchObject({ kind: 'link', provider })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//youtu.be/v7eMYQCNWeE',
    'https://u:p@youtu.be/v7eMYQCNWeE',
    '',
  ])('renders nothing for %j', (source) => {
    expect(embedFrame('youtube', source)).toBeNull()
  })

  it('never points a frame to any other host, whatever the source', () => {
    const hosts = fc.constantFrom(
      'youtu.be',
      'www.youtube.com',
      'vimeo.com',
      'x.com',
      'www.instagram.com',
      'codepen.io',
      'soundcloud.com',
      'open.spotify.com',
    )
    const parts = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'embed',
        'p',
        'pen',
        'status',
        'track',
        '..',
        'shorts',
        '123',
        'v7eMYQCNWeE',
        '@evil.example',
        '?v=',
        '&id=1',
        '#',
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...services), hosts, fc.array(parts, { maxLength: 6 }), (service, host, path) => {
        expect(isSafe(embedFrame(service, `https://${host}/${path.join('/')}`))).toBe(true)
      }),
    )
  })

  it.skipIf(!existsSync(urlCorpus))('is safe for every address of the URL corpus', () => {
    const cases: { input?: string }[] = JSON.parse(readFileSync(urlCorpus, 'utf8'))
    expect(cases.length).toBeGreaterThan(100)
    const unsafe = cases.filter(({ input }) => services.some((service) => !isSafe(embedFrame(service, input ?? ''))))
    expect(unsafe).toEqual([])
  })
})

describe('tweetId', () => {
  it('uses the text after id= before the path', () => {
    expect(tweetId('https://x.com/a/status/1?id=22')).toBe('22')
    expect(tweetId('https://x.com/a/status/1')).toBe('1')
    expect(tweetId('https://x.com/a?vid=5')).toBeNull()
    expect(tweetId('https://x.com/a?id=123456789012345678901')).toBeNull()
  })
})
