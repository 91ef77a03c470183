import type { Meta, StoryObj } from '@storybook/react-vite'
import { Page, Section } from './page.tsx'
import { tokens } from './tokens.ts'

const meta = { title: 'Foundations/Type', tags: ['!autodocs'] } satisfies Meta
export default meta

const SIZES = [
  ['xl', 'The title of a post', 'The first book of the day'],
  ['l', 'Titles in a feed, of dialogs and threads', 'Moss on the north wall, four years later'],
  ['m', 'What is read: posts, comments, fields', 'A habit is a decision that was made once, by somebody long gone.'],
  ['s', 'Names of controls, what is said about a thing', 'River Otter · 3 hours ago · edited'],
  ['xs', 'Badges and counters, never a sentence', '12 new'],
] as const

const WEIGHTS = [
  ['400', 'Text'],
  ['var(--stoa-weight-medium)', 'Controls'],
  ['var(--stoa-weight-bold)', 'Titles and names'],
] as const

const SCRIPTS = [
  ['en', 'What did you fix this week?'],
  ['de', 'Was hast du diese Woche repariert?'],
  ['pl', 'Co udało ci się naprawić w tym tygodniu?'],
  ['el', 'Τι επισκεύασες αυτή την εβδομάδα;'],
  ['uk', 'Що ви полагодили цього тижня?'],
  ['ar', 'ماذا أصلحت هذا الأسبوع؟'],
  ['fa', 'این هفته چه چیزی را تعمیر کردید؟'],
  ['ckb', 'ئەم هەفتەیە چیت چاک کردەوە؟'],
  ['hi', 'आपने इस सप्ताह क्या ठीक किया?'],
  ['ja', '今週は何を直しましたか。'],
] as const

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'ckb'])

/** How many times `--stoa-rem` a size is. */
function remsOf(name: string): string {
  const value = tokens.find((token) => token.name === name)?.light ?? ''
  return /\* ([\d.]+)/.exec(value)?.[1] ?? '1'
}

/** Five sizes, three weights, and the faces of the reader’s own system. */
export const All: StoryObj = {
  render: () => (
    <Page
      title="Type"
      lead="Five sizes, three weights, and the faces of the reader’s own system: no font is loaded, so no text ever changes under one’s eyes."
    >
      <Section
        title="Sizes"
        text="All follow --stoa-rem: 1rem in a page of ours, 16 px inside an article whatever its root says."
      >
        <ol className="found-sizes">
          {SIZES.map(([size, use, sample]) => (
            <li key={size}>
              <p style={{ fontSize: `var(--stoa-text-${size})` }} data-tight={size.includes('l') || undefined}>
                {sample}
              </p>
              <p className="found-note">
                <code>text-{size}</code> {remsOf(`--stoa-text-${size}`)} rem · {use}
              </p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Weights" text="A title is heavier, never in capitals.">
        <ul className="found-weights">
          {WEIGHTS.map(([weight, use]) => (
            <li key={weight}>
              <span style={{ fontWeight: weight }}>Lower Mill</span>
              <span className="found-note">{use}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Faces"
        text="Stories, which partners write, carry their titles in the system’s serif: --stoa-post-font-display."
      >
        <ul className="found-faces">
          <li style={{ fontFamily: 'ui-serif, "Iowan Old Style", Georgia, "Noto Serif", serif' }}>
            The first book of the day<span className="found-note">titles of stories</span>
          </li>
          <li>
            What did you fix this week?<span className="found-note">--stoa-font, everything else</span>
          </li>
          <li style={{ fontFamily: 'var(--stoa-font-mono)' }}>
            shutters AND rope<span className="found-note">--stoa-font-mono, code</span>
          </li>
        </ul>
      </Section>
      <Section title="Any script" text="Lines are 1.55 high, so that marks above and below have room.">
        <ul className="found-scripts">
          {SCRIPTS.map(([lang, text]) => (
            <li key={lang} lang={lang} dir={RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr'}>
              {text}
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  ),
}
