// Texts about rematches in English; the model for the other language.

export const rematchEn = {
  rematch: {
    offer: "Rematch", newGame: "New game", hint: "The same game with colours changed; where Black is the weaker side, they stay.",
    theirs: (who: string) => `${who} offers you a rematch.`, mine: "You have offered a rematch.",
    accept: "Accept", decline: "Decline", withdraw: "Withdraw", see: "See the game", due: "Time to answer",
    begun: "The rematch has begun.", go: "Go to the rematch", label: "Rematches offered to you",
  },
};
