import type { CareWords } from "./words.ts";

export const ENGLISH: CareWords = {
  labels: {
    emergency: "Emergency services",
    ambulance: "Ambulance (police: %)",
    anywhere: "Your local emergency number, in many countries",
    lower: {
      emergency: "emergency services",
      ambulance: "an ambulance (police: %)",
      anywhere: "your local emergency number, in many countries",
    },
    directory: "Find a free helpline in your country",
  },
  notes: {
    free: "free",
    always: "day and night",
    callOrText: "call or text",
    mondayToSaturday: "Monday to Saturday",
    untilMidnight: "every day until midnight",
  },
  die: {
    first: [
      "I'm glad you wrote that to me, and I'm taking it seriously. If you are hurting, you don't have to carry it alone, and you don't have to explain it perfectly.",
      "If you might act on it, or you are not safe right now, please call {emergency}. If there is anything near you that you could use to hurt yourself, put some distance between you and it.",
      'A real person can listen now: {lines}. If someone you trust is near, let them sit with you; "I\'m not okay" is enough to begin.',
      "And if I misread you, or you were asking about someone else: no harm done. Tell me in your own words and we go on from there.",
    ],
    again: [
      "I have not forgotten what you wrote earlier, and I take this as seriously. You don't have to get through the next hours alone.",
      "Please let a real person in now: {lines}. If you might act on it, call {emergency}.",
      '"Can you come? I\'m not okay" is enough to send to somebody. And if I misread you, tell me.',
    ],
  },
  body: {
    first: [
      "This sounds serious. Please call now. {Emergency}. If you cannot speak or move, ask whoever is near to call, and stay on the line: they will tell you what to do.",
      "And if I misread you: no harm done. Tell me in your own words and we go on from there.",
    ],
    again: [
      "If nobody has called yet, please do it now. {Emergency}. I cannot see you or send help from here.",
      "If help is on its way: unlock the door, and have somebody stay with you. And if I misread you, tell me.",
    ],
  },
  listeners: "You don't have to go through this alone. A real person can listen too: {lines}.",
  violence: {
    first: [
      "I'm glad you told me, and I'm taking it seriously. Whoever is hurt or threatened is not to blame for it, and nobody has to bear it alone.",
      "If anybody is in danger right now, call {emergency}. If you can leave, go where other people are.",
      "Here somebody listens and thinks with you, at your pace: {violence}.",
      "And if I misread you: no harm done. Tell me in your own words and we go on from there.",
    ],
    again: [
      "I have not forgotten what you told me earlier. If anybody is in danger right now, call {emergency}, and go where other people are, if you can.",
      "You decide what comes next, and you need not do it alone: {violence}. And if I misread you, tell me.",
    ],
  },
  hurt: "Thank you for telling me. I'm taking it seriously, and you don't have to explain it perfectly. Tell me more if you want to. I'm here.",
  other:
    "It is good that you look out for them, and it is a lot to carry. You can ask them plainly whether they think of ending their life: the question gives nobody the idea. Stay near them if you can, and let somebody else know.",
  help: {
    hurt: "If any of this is about hurting yourself, or it gets too much, a real person can listen. {line}. In danger, call {emergency}.",
    other:
      "Such lines also advise people who worry about somebody. {line}. If they are in danger now, call {emergency}.",
  },
  medicine: [
    "I can't judge medicines, doses or symptoms, and a guess of mine could harm you. A pharmacist can answer this today, also by phone; at night there is a pharmacy or a doctor on duty. Until then it is safest to change nothing on your own.",
    "By phone: {advice}.",
    "It is an emergency when somebody can hardly breathe, has pain in the chest, a swelling face or throat, faints, is confused or cannot be woken, bleeds heavily, has taken too much, or is pregnant with pain or bleeding. Then call {emergency}.",
  ],
  unsure: [
    "I am not sure that I understood you, and I don't want to pass over something serious. Did something happen to you or your body, or is somebody hurting you? Tell me in a few words.",
    "If it is urgent, call {emergency}. A pharmacist or a doctor can tell you about medicines and symptoms. And if it gets too much, a real person can listen. {line}.",
  ],
  morning: {
    certain:
      "Good morning: I have not forgotten yesterday, I hope somebody is with you today, and a real person can listen. {line}.",
    physical:
      "Good morning: I hope you are looked after and feel better than yesterday; if anything is still wrong, call {emergency}.",
  },
};
