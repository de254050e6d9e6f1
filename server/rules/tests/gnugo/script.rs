//! A game that both programs are led through, with what ours says after each move.
//!
//! The whole game is written first and asked about at once, since a question costs GNU Go less than
//! the way to it and back.

use rules::{Color, Illegal, KoRule, Point, Position, Size};

use crate::program::Program;

/// A ko rule and a rule of suicide, as both programs call it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) ko: KoRule,
    pub(crate) suicide: bool,
    pub(crate) options: [&'static str; 2],
}

const fn pair(ko: KoRule, suicide: bool, ko_option: &'static str) -> Pair {
    let suicide_option = if suicide { "--allow-all-suicide" } else { "--forbid-suicide" };
    Pair { ko, suicide, options: [ko_option, suicide_option] }
}

/// Every rule that both programs know.
pub(crate) const PAIRS: [Pair; 6] = [
    pair(KoRule::Positional, false, "--positional-superko"),
    pair(KoRule::Positional, true, "--positional-superko"),
    pair(KoRule::Situational, false, "--situational-superko"),
    pair(KoRule::Situational, true, "--situational-superko"),
    pair(KoRule::Simple, false, "--simple-ko"),
    pair(KoRule::Simple, true, "--simple-ko"),
];

impl Pair {
    /// Whether GNU Go would judge the repetition of a suicide, which it does wrongly.
    const fn misjudges_suicide(self) -> bool {
        self.suicide && !matches!(self.ko, KoRule::Simple)
    }
}

/// Points by why they may not be played on, over all games of a test.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) games: usize,
    pub(crate) positions: usize,
    pub(crate) legal: usize,
    pub(crate) ko: usize,
    pub(crate) suicide: usize,
}

/// A game as questions to GNU Go and the answers that it must give.
pub(crate) struct Script {
    name: String,
    pair: Pair,
    position: Position,
    prisoners: [usize; 2],
    questions: Vec<String>,
    expected: Vec<Vec<Point>>,
    /// For each question, points about which GNU Go is not believed.
    excused: Vec<Vec<Point>>,
    /// What led to each question, for the message.
    moves: Vec<String>,
}

impl Script {
    pub(crate) fn new(name: String, size: Size, pair: Pair) -> Self {
        let questions = vec![format!("boardsize {}", size.cols()), "clear_board".to_owned()];
        let position = Position::new(size, pair.ko, pair.suicide);
        let none = || vec![vec![]; 2];
        Self {
            name,
            pair,
            position,
            prisoners: [0; 2],
            questions,
            expected: none(),
            excused: none(),
            moves: vec![],
        }
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    fn tell(&mut self, question: String) {
        self.ask(question, vec![]);
    }

    fn ask(&mut self, question: String, expected: Vec<Point>) {
        self.questions.push(question);
        self.expected.push(expected);
        self.excused.push(vec![]);
    }

    /// Whether a play would be the end of its own group.
    fn is_suicide(&self, color: Color, point: Point) -> bool {
        let board = self.position.board();
        board.size().neighbours(point).all(|n| board.get(n).is_some())
            && board.clone().play(color, point, false) == Err(Illegal::Suicide)
    }

    /// Plays a legal move, or passes.
    pub(crate) fn play(&mut self, color: Color, point: Option<Point>) {
        let size = self.position.board().size();
        let label = point.map_or_else(|| "pass".to_owned(), |p| p.to_label(size));
        self.moves.push(format!("{} {label}", name(color)));
        self.tell(format!("play {} {label}", name(color)));
        let Some(point) = point else { return self.position.pass(color) };
        let before = Color::BOTH.map(|c| usize::from(self.position.board().stones(c)));
        self.position.play(color, point).unwrap();
        for c in Color::BOTH {
            let after = usize::from(self.position.board().stones(c));
            self.prisoners[c.opponent() as usize] += before[c as usize] + usize::from(c == color) - after;
        }
    }

    /// What a side may play now; counted by reason.
    pub(crate) fn legal(&mut self, color: Color, seen: &mut Seen) -> Vec<Point> {
        let mut legal = Vec::new();
        for point in self.position.board().size().all() {
            match self.position.try_play(color, point) {
                Ok(_) => legal.push(point),
                Err(Illegal::Occupied) => {}
                Err(Illegal::Suicide) => seen.suicide += 1,
                Err(Illegal::Ko { .. }) => seen.ko += 1,
            }
        }
        seen.legal += legal.len();
        seen.positions += 1;
        self.ask(format!("all_legal {}", name(color)), legal.clone());
        if self.pair.misjudges_suicide() {
            let points = self.position.board().size().all();
            let suicides = points.filter(|&p| self.is_suicide(color, p)).collect();
            *self.excused.last_mut().unwrap() = suicides;
        }
        legal
    }

    /// Asks where the stones lie.
    pub(crate) fn stones(&mut self) {
        let board = self.position.board().clone();
        for color in Color::BOTH {
            let stones = board.size().all().filter(|&p| board.get(p) == Some(color)).collect();
            self.ask(format!("list_stones {}", name(color)), stones);
        }
    }

    /// Leads GNU Go through it and compares everything.
    pub(crate) fn run(mut self, program: &mut Program, seen: &mut Seen) {
        self.stones();
        seen.games += 1;
        let captures = Color::BOTH.map(|color| format!("captures {}", name(color)));
        self.questions.extend(captures);
        let mut answers = program.ask(&self.questions);
        let prisoners = answers.split_off(self.expected.len());
        let size = self.position.board().size();
        let mut moves = self.moves.iter();
        let mut played = Vec::new();
        for (i, (question, answer)) in self.questions.iter().zip(&answers).enumerate() {
            let (mut expected, excused) = (self.expected[i].clone(), &self.excused[i]);
            if question.starts_with("play") {
                played.push(moves.next().unwrap().as_str());
            }
            let where_ = || format!("{}: {question} after {}", self.name, played.join(", "));
            let answer = answer.as_ref().unwrap_or_else(|refusal| panic!("{refusal}: {}", where_()));
            let mut points: Vec<Point> =
                answer.split_whitespace().map(|label| Point::from_label(size, label).unwrap()).collect();
            points.sort_unstable();
            [&mut expected, &mut points].into_iter().for_each(|list| list.retain(|p| !excused.contains(p)));
            let labels = |list: &[Point]| list.iter().map(|p| p.to_label(size)).collect::<Vec<_>>().join(" ");
            assert_eq!(labels(&expected), labels(&points), "ours, then GNU Go's: {}", where_());
        }
        let prisoners = prisoners.into_iter().map(|n| n.unwrap().parse().unwrap()).collect::<Vec<usize>>();
        assert_eq!(prisoners, self.prisoners, "{}: prisoners", self.name);
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
