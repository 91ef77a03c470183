import { useTranslate, useWritten } from '@stoa/ui'
import { useState } from 'react'
import { postViewMessages } from '../messages.ts'

export interface TranscriptProps {
  /** Address of the WebVTT file. */
  url: string
}

/** The transcript of a recording, loaded on demand. */
export function Transcript({ url }: TranscriptProps) {
  const t = useTranslate(postViewMessages)
  const written = useWritten()
  const [words, setWords] = useState<string>()
  const [failed, setFailed] = useState(false)
  const load = async () => {
    setFailed(false)
    try {
      const response = await fetch(url)
      if (!response.ok) throw new Error(response.statusText)
      setWords(wordsOf(await response.text()))
    } catch {
      setFailed(true)
    }
  }
  return (
    <details
      className="stoa-post-transcript"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && words === undefined) void load()
      }}
    >
      <summary>{t('post.transcript')}</summary>
      <p {...written(words ?? '')} role={failed ? 'alert' : undefined}>
        {words ?? t(failed ? 'post.transcript.failed' : 'post.transcript.loading')}
      </p>
    </details>
  )
}

/** The text of a WebVTT file's cues, one per line, without times, styles and markup. */
function wordsOf(file: string): string {
  return file
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const times = lines.findIndex((line) => line.includes('-->'))
      return times < 0 ? [] : [lines.slice(times + 1).join(' ')]
    })
    .map((cue) => decode(cue.replace(/<[^>]*>/g, '')).trim())
    .join('\n')
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => NAMED[name] ?? entity)
}
