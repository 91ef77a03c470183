import '@stoa/ui/all.css'
import { createRoot } from 'react-dom/client'
import { Conversation } from '../app/conversation.jsx'

createRoot(document.body).render(<Conversation />)
