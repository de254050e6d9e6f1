//! The labels of points, one by one and there and back.

use rules::{Point, Size};

#[test]
fn labels_are_what_people_write() {
    let size = Size::STANDARD;
    for (sgf, label, chinese) in [
        ("pd", "Q16", "16之四"),
        ("aa", "A19", "1之一"),
        ("ss", "T1", "19之十九"),
        ("jj", "K10", "10之十"),
        ("hk", "H9", "8之十一"),
    ] {
        let point = Point::from_sgf(size, sgf).unwrap();
        assert_eq!((point.to_label(size).as_str(), point.to_chinese(size).as_str()), (label, chinese));
    }
    assert_eq!(Point::from_label(size, "q16"), Point::from_sgf(size, "pd"));
}

#[test]
fn every_point_reads_back_on_every_board() {
    for (cols, rows) in (2..=25).flat_map(|cols| (2..=25).map(move |rows| (cols, rows))) {
        let size = Size::new(cols, rows).unwrap();
        for p in size.all() {
            assert_eq!(Point::from_label(size, &p.to_label(size)), Ok(p));
            assert_eq!(Point::from_chinese(size, &p.to_chinese(size)), Ok(p));
            assert_eq!(Point::from_sgf(size, &p.to_sgf(size)), Ok(p));
        }
    }
}

#[test]
fn other_texts_are_no_points() {
    let size = Size::STANDARD;
    for text in ["", "I5", "U1", "A0", "A20", "A01", "A+1", "A", "16", "之", "é1", "A1 "] {
        assert!(Point::from_label(size, text).is_err(), "{text:?}");
    }
    for text in
        ["", "之", "16之", "之四", "0之一", "20之一", "1之二十", "1之零", "016之四", "16四", "1之十十"]
    {
        assert!(Point::from_chinese(size, text).is_err(), "{text:?}");
    }
}
