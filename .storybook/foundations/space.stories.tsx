import { Button, TextField } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Page, Section } from './page.tsx'
import { tokensOf } from './tokens.ts'

const meta = { title: 'Foundations/Space and shape', tags: ['!autodocs'] } satisfies Meta
export default meta

const STEPS = tokensOf('--stoa-space-').filter(({ name }) => /\d$/.test(name))

const SHAPES = [
  ['radius-small', 'Inside other shapes: badges, marks.'],
  ['radius', 'Controls, cards, pictures.'],
  ['radius-round', 'Faces, reactions, pills.'],
] as const

function Steps() {
  return (
    <ol className="found-steps">
      {STEPS.map(({ name }) => (
        <li key={name}>
          <span style={{ inlineSize: `var(${name})` }} aria-hidden="true" />
          <code>{name.replace('--stoa-', '')}</code>
        </li>
      ))}
    </ol>
  )
}

function Controls({ label }: { label: string }) {
  return (
    <div className="found-controls">
      <TextField label={label} placeholder="36 px, 44 on touch" />
      <Button variant="primary">Comment</Button>
      <Button size="s">Reply</Button>
    </div>
  )
}

/** Distances, sizes of controls, corners, shadow and motion. */
export const All: StoryObj = {
  render: () => (
    <Page title="Space and shape" lead="One unit of 4 px under everything. Make it smaller, and all distances follow.">
      <Section
        title="Steps"
        text="Nearer than 4 belongs together; 6 and 8 part things from each other. data-stoa-density=“compact” sets the unit to 3 px."
      >
        <div className="found-beside">
          <div>
            <h3>Normal</h3>
            <Steps />
          </div>
          <div data-stoa-density="compact">
            <h3>Compact</h3>
            <Steps />
          </div>
        </div>
      </Section>
      <Section
        title="Controls"
        text="--stoa-control and --stoa-control-small. Where the pointer is a finger they grow to 44 and 40 px by themselves."
      >
        <div className="found-beside">
          <Controls label="Normal" />
          <div data-stoa-density="compact">
            <Controls label="Compact" />
          </div>
        </div>
      </Section>
      <Section title="Corners">
        <ul className="found-shapes">
          {SHAPES.map(([name, use]) => (
            <li key={name}>
              <span style={{ borderRadius: `var(--stoa-${name})` }} aria-hidden="true" />
              <code>{name}</code>
              <span className="found-note">{use}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Shadow"
        text="Only what floats above the page has one: menus, dialogs, messages. Cards have a border."
      >
        <div className="found-float">Floats</div>
      </Section>
      <Section
        title="Motion"
        text="--stoa-duration, 140 ms, for what answers a press. Nothing moves by itself, and readers who want less motion get none."
      >
        <Button>Point at me</Button>
      </Section>
    </Page>
  ),
}
