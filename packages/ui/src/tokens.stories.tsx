import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, waitFor, within } from 'storybook/test'
import { Button } from './button/button.tsx'
import sheet from './styles.css?inline'
import tokens from './tokens.css?inline'

const names = (pattern: RegExp) => [...new Set([...tokens.matchAll(pattern)].map(([name]) => name.slice(0, -1)))]

const meta = { title: 'UI/Tokens' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function List({ children }: { children: ReactNode }) {
  return <ul style={{ display: 'grid', gap: 8, padding: 0, listStyle: 'none', fontSize: 14 }}>{children}</ul>
}

/** Roles, not colours: redefine them to give the components your brand. */
export const Colours: Story = {
  render: () => (
    <List>
      {names(/--stoa-(?:color|tint)-[\w-]+:/g).map((name) => (
        <li key={name} style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
          <span
            style={{
              inlineSize: 48,
              blockSize: 24,
              background: `var(${name})`,
              outline: '1px solid var(--stoa-color-border)',
            }}
          />
          <code>{name}</code>
        </li>
      ))}
    </List>
  ),
}

/** Sizes of text. All follow `--stoa-rem`. */
export const Text: Story = {
  render: () => (
    <List>
      {names(/--stoa-text-\w+:/g).map((name) => (
        <li key={name} style={{ fontSize: `var(${name})` }}>
          {name}
        </li>
      ))}
    </List>
  ),
}

/** Distances. All follow `--stoa-space-unit`, which `data-stoa-density="compact"` makes smaller. */
export const Space: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 32 }}>
      {['normal', 'compact'].map((density) => (
        <div key={density} data-stoa-density={density}>
          <List>
            {names(/--stoa-space-\d:/g).map((name) => (
              <li key={name}>
                <span
                  style={{
                    display: 'inline-block',
                    inlineSize: `var(${name})`,
                    blockSize: 12,
                    background: 'var(--stoa-color-accent)',
                  }}
                />{' '}
                {name}
              </li>
            ))}
          </List>
        </div>
      ))}
    </div>
  ),
}

function Shadow({ theme, children }: { theme: 'light' | 'dark'; children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useEffect(() => {
    if (!host.current) return
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(sheet)
    shadow.adoptedStyleSheets = [style]
    setRoot(shadow)
  }, [])
  return (
    <div ref={host} data-stoa-theme={theme} data-testid={theme} style={{ padding: 16 }}>
      {root ? createPortal(children, root) : null}
    </div>
  )
}

/** The same sheet adopted by a shadow root, one theme beside the other, as in the widgets. */
export const InShadowRoots: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Shadow theme="light">
        <p>Light</p>
        <Button variant="primary">Comment</Button>
      </Shadow>
      <Shadow theme="dark">
        <p>Dark</p>
        <Button variant="primary">Comment</Button>
      </Shadow>
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
