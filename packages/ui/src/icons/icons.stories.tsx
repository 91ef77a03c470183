import type { Meta, StoryObj } from '@storybook/react-vite'
import * as ui from '../index.ts'

type IconComponent = typeof ui.CloseIcon
const icons = Object.entries(ui).filter(([name]) => name.endsWith('Icon')) as [string, IconComponent][]

const meta = {
  title: 'Foundations/Icons',
  component: ui.CloseIcon,
  parameters: {
    docs: {
      description: {
        component:
          'Strokes of 24 units in the color of the text. Decorative beside words; `label` says what one means that stands alone.',
      },
    },
  },
} satisfies Meta<IconComponent>
export default meta

/** All icons. They use the text color, and directional ones are mirrored in right-to-left text. */
export const All: StoryObj<typeof meta> = {
  render: () => (
    <ul
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, 9rem)',
        gap: 16,
        padding: 0,
        listStyle: 'none',
      }}
    >
      {icons.map(([name, Icon]) => (
        <li key={name} style={{ display: 'flex', gap: 8, alignItems: 'center', fontSize: 13 }}>
          <Icon size={24} /> {name.replace('Icon', '')}
        </li>
      ))}
    </ul>
  ),
}
