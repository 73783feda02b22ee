"""Skills, requests that fit them, and what fits none: greetings, small talk and requests of other kinds."""

from __future__ import annotations

#: Name → (description, example phrases, requests that fit).
SKILLS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "google_workspace": (
        "Read and send e-mail, look up calendar events and edit documents in Google Workspace.",
        ("send an email to Ana", "what is on my calendar today", "open the shared document"),
        ("Send an e-mail to my landlord about the heating", "What's on my calendar tomorrow?"),
    ),
    "expense_report": (
        "File an expense report: collect receipts, convert currencies and submit for approval.",
        ("file my expenses", "submit this receipt", "how do I get reimbursed for a trip"),
        ("I need to submit the receipts of my Berlin trip", "File an expense report for the hotel"),
    ),
    "travel_booking": (
        "Book flights, trains and hotels, and compare prices and times.",
        ("book a flight to Lisbon", "find a hotel near the station", "train from Berlin to Prague"),
        ("Book me a flight to Oslo on Friday", "Find a cheap hotel in Rome"),
    ),
    "code_review": (
        "Review a pull request: read the diff, look for bugs and comment on style and tests.",
        ("review this pull request", "look for bugs in this diff"),
        ("Please review my pull request", "Can you look at this diff for bugs?"),
    ),
    "recipe_helper": (
        "Suggest recipes from ingredients at hand, and scale them to the number of guests.",
        ("what can I cook with these ingredients", "a recipe for dinner"),
        ("What can I cook with eggs and spinach?", "Give me a vegetarian recipe for dinner"),
    ),
    "sql_reports": (
        "Write SQL queries against the sales database and make a chart of the result.",
        ("query the sales database", "chart of revenue by month"),
        ("Make a chart of revenue by quarter", "Query the sales database for last month's orders"),
    ),
    "translation": (
        "Translate texts between languages, keeping tone and terms.",
        ("translate this into German", "what does this mean in French"),
        ("Translate this letter into Spanish", "Translate the manual into German"),
    ),
    "workout_plan": (
        "Plan workouts and running training for a goal, and log what was done.",
        ("make a workout plan", "plan my marathon training"),
        ("Make me a workout plan for the week", "Plan my training for a half marathon"),
    ),
}

GREETINGS = (
    "Hi",
    "Hello!",
    "Hey there",
    "Good morning",
    "Good evening!",
    "How are you?",
    "How are you doing today?",
    "What's up?",
    "Thanks!",
    "Thank you very much",
    "Ok",
    "Okay, great",
    "Yes please",
    "No",
    "Sure",
    "Cool",
    "Nice to meet you",
    "Bye",
    "See you tomorrow",
    "Good night",
    "Can you help me?",
    "I have a question",
    "What can you do?",
    "Who are you?",
    "Tell me something",
    "Tell me a joke",
    "Are you there?",
    "Please continue",
    "Go on",
    "Try again",
    "Why?",
    "What do you mean?",
    "I don't understand",
    "That's right",
    "Let's start",
    "One moment",
    "Hallo",
    "Guten Morgen",
    "Hola",
    "Bonjour",
)

OTHERS = (
    "What is the capital of France?",
    "My dog is called Bruno.",
    "Who won the world cup in 1998?",
    "I feel tired today.",
    "Explain how photosynthesis works",
    "What is the tallest mountain?",
    "Write a poem about autumn",
    "My sister lives in Porto.",
)
