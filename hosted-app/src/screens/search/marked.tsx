import type { MarkedText } from '@stoa/contract'

/** A text whose hits are marked. */
export function Marked({ text: { text, hits } }: { text: MarkedText }) {
  const ends = [0, ...hits.map(([, end]) => end)]
  return (
    <>
      {hits.map(([start, end], index) => [
        text.slice(ends[index], start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(ends.at(-1))}
    </>
  )
}
