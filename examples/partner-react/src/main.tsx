import { createRoot } from 'react-dom/client'
import './style.css'
import { Story } from './story.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Story url={`${window.location.origin}/stories/orchard`} />)
