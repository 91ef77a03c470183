import { exampleStory } from '@stoa/contract/fixtures'
import { PostCard } from '@stoa/post-feed'
import { ReactionBar } from '@stoa/reactions'
import { Button } from '@stoa/ui'
import sheet from '@stoa/ui/styles.css?inline'
import type { Meta, StoryObj } from '@storybook/react-vite'
import type { CSSProperties } from 'react'
import { expect, waitFor, within } from 'storybook/test'
import { ShadowHost } from '../shadow-host.tsx'
import { Page, Section } from './page.tsx'

const meta = { title: 'Foundations/Themes', tags: ['!autodocs'] } satisfies Meta
export default meta

const BRANDS: { name: string; tokens: Record<string, string> }[] = [
  { name: 'As it comes', tokens: {} },
  {
    name: 'A newspaper',
    tokens: {
      '--stoa-color-accent': 'light-dark(#8a1c1c, #f0a39b)',
      '--stoa-color-accent-hover': 'light-dark(#641010, #f6c3bd)',
      '--stoa-color-on-accent': 'light-dark(#fff, #2b0705)',
      '--stoa-color-accent-subtle': 'light-dark(#f7e6e3, #40201d)',
      '--stoa-color-on-accent-subtle': 'light-dark(#641010, #f6c3bd)',
      '--stoa-color-surface': 'light-dark(#fffdf8, #191613)',
      '--stoa-color-surface-raised': 'light-dark(#f8f3e8, #231f1a)',
      '--stoa-font': 'Georgia, "Noto Serif", serif',
      '--stoa-radius': '2px',
    },
  },
  {
    name: 'An observatory',
    tokens: {
      '--stoa-color-accent': 'light-dark(#4b3fa8, #b9b0ff)',
      '--stoa-color-accent-hover': 'light-dark(#372c88, #d3cdff)',
      '--stoa-color-on-accent': 'light-dark(#fff, #140d3d)',
      '--stoa-color-accent-subtle': 'light-dark(#ebe9fb, #2a2552)',
      '--stoa-color-on-accent-subtle': 'light-dark(#372c88, #d3cdff)',
      '--stoa-radius': '14px',
    },
  },
]

/** A few redefined tokens give the same parts another voice; nothing else has to be touched. */
export const Brands: StoryObj = {
  render: () => (
    <Page
      title="Themes"
      lead="Every value of every style sheet comes from a token. Redefine a few on the element, and the same parts speak with your voice, in both themes."
    >
      {BRANDS.map(({ name, tokens }) => (
        <Section
          key={name}
          title={name}
          text={
            <code>
              {Object.keys(tokens).length === 0 ? 'no token changed' : `${Object.keys(tokens).length} tokens`}
            </code>
          }
        >
          <div className="found-brand stoa-root" style={tokens as CSSProperties}>
            <PostCard
              post={exampleStory}
              headingLevel={3}
              reactions={<ReactionBar counts={exampleStory.reactionsCount} mine="thumb-up" onReact={() => {}} />}
            />
            <p className="found-row">
              <Button variant="primary">Join the conversation</Button>
              <Button>Not now</Button>
            </p>
          </div>
        </Section>
      ))}
    </Page>
  ),
}

/** The same sheet adopted by a shadow root, one theme beside the other, as in the widgets. */
export const InShadowRoots: StoryObj = {
  render: () => (
    <div className="found found-beside">
      <ShadowHost sheet={sheet} theme="light">
        <p>Light</p>
        <Button variant="primary">Comment</Button>
      </ShadowHost>
      <ShadowHost sheet={sheet} theme="dark">
        <p>Dark</p>
        <Button variant="primary">Comment</Button>
      </ShadowHost>
    </div>
  ),
  play: async ({ canvasElement }) => {
    const host = (theme: string) => within(canvasElement).getByTestId(theme)
    await waitFor(() => expect(host('dark').shadowRoot?.querySelector('button')).toBeTruthy())
    await expect(getComputedStyle(host('light')).backgroundColor).toBe('rgb(255, 255, 255)')
    await expect(getComputedStyle(host('dark')).backgroundColor).toBe('rgb(20, 25, 27)')
    const button = host('dark').shadowRoot?.querySelector('button') as HTMLElement
    await expect(getComputedStyle(button).backgroundColor).toBe('rgb(98, 195, 208)')
    await expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(36)
  },
}
