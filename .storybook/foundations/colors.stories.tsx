import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Page, Section } from './page.tsx'
import { tokens, tokensOf } from './tokens.ts'

const meta = { title: 'Foundations/Colors', tags: ['!autodocs'] } satisfies Meta
export default meta

/** What each color is for. */
const GROUPS: { title: string; text: string; uses: Record<string, string> }[] = [
  {
    title: 'Text and surfaces',
    text: 'Nearly everything is one of two inks on one of three papers.',
    uses: {
      'color-text': 'What is read.',
      'color-text-muted': 'What is said about it: times, counts, hints.',
      'color-surface': 'The page.',
      'color-surface-raised': 'What lies on it: cards, quotes.',
      'color-surface-hover': 'Under the pointer.',
      'color-overlay': 'What covers something: menus, dialogs, messages. Never transparent.',
      'color-border': 'Parts things from each other.',
      'color-border-strong': 'Outlines controls; 3:1 against every paper.',
    },
  },
  {
    title: 'Accent',
    text: 'The one color that says “here”: links, main buttons, what is chosen. Change it, and the brand is yours.',
    uses: {
      'color-accent': 'Links, main buttons, marks.',
      'color-accent-hover': 'The same under the pointer.',
      'color-on-accent': 'Text on it.',
      'color-accent-subtle': 'A ground for what is chosen.',
      'color-on-accent-subtle': 'Text on that ground.',
      'color-focus': 'The ring around what has the keyboard.',
    },
  },
  {
    title: 'Meanings',
    text: 'Never the only sign: a word or an icon says the same.',
    uses: {
      'color-danger': 'What went wrong, or cannot be undone.',
      'color-on-danger': 'Text on it.',
      'color-danger-subtle': 'Its quiet ground.',
      'color-success': 'What went well.',
      'color-success-subtle': 'Its quiet ground.',
      'color-warning': 'What to know first.',
      'color-warning-subtle': 'Its quiet ground.',
    },
  },
  {
    title: 'Tints',
    text: 'Behind the initials of somebody without a picture. The id decides which, so a face keeps its color everywhere.',
    uses: {
      ...Object.fromEntries(tokensOf('--stoa-tint-').map(({ name }) => [name.slice('--stoa-'.length), ''])),
      'color-on-tint': 'The initials.',
    },
  },
  {
    title: 'Behind things',
    text: 'Not for text.',
    uses: {
      'color-scrim': 'Over the page, under a dialog.',
      'color-media': 'Around films.',
      'color-media-veil': 'Behind marks on pictures.',
      'color-on-media': 'Those marks.',
      'color-dim': 'Over bright banners in the dark theme.',
    },
  },
]

function Swatch({ name, use }: { name: string; use: string }) {
  const token = tokens.find((one) => one.name === name)
  if (!token) return null
  const both = token.light === token.dark ? token.light : `${token.light} · ${token.dark}`
  return (
    <li className="found-swatch">
      <span className="found-swatch-pair" aria-hidden="true">
        <span data-stoa-theme="light" style={{ background: `var(${name})` }} />
        <span data-stoa-theme="dark" style={{ background: `var(${name})` }} />
      </span>
      <code>{name.replace('--stoa-', '')}</code>
      <span className="found-value">{both}</span>
      {use && <span>{use}</span>}
    </li>
  )
}

/** Roles, not colors: redefine them to give the components your brand. */
export const All: StoryObj = {
  render: () => (
    <Page
      title="Colors"
      lead="Roles, not colors. Each swatch shows its light value beside its dark one; a test computes the contrast of every pair that meets on a page: 4.5:1 for text, 3:1 for the edges of controls."
    >
      {GROUPS.map(({ title, text, uses }) => (
        <Section key={title} title={title} text={text}>
          <ul className="found-swatches">
            {Object.entries(uses).map(([name, use]) => (
              <Swatch key={name} name={`--stoa-${name}`} use={use} />
            ))}
          </ul>
        </Section>
      ))}
    </Page>
  ),
  // A new token has to say here what it is for.
  play: async ({ canvasElement }) => {
    const documentedNames = [...canvasElement.querySelectorAll('.found-swatch code')].map(
      (code) => `--stoa-${code.textContent}`,
    )
    const tokenNames = [...tokensOf('--stoa-color-'), ...tokensOf('--stoa-tint-')].map(({ name }) => name)
    await expect(new Set(documentedNames)).toEqual(new Set(tokenNames))
  },
}
